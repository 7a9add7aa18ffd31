#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/help/help.hpp"
#include "mrctl/output/cell.hpp"
#include "mrctl/output/finding.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// Returns the output format: that of programs for --jq; --output anywhere; what a flag implies;
// MRCTL_OUTPUT and the profile on a terminal only, so that no configuration breaks a script; else
// the default of the command's row. A text for people and scripts alike is in no configured format.
[[nodiscard]] output::Format format_of(const Context& context);

// Whether the row's flag is given, with the row's value if it has one.
[[nodiscard]] bool is_given(const spec::Invocation& invocation, const spec::FormatFlag& row);

// The wide format shows every field.
[[nodiscard]] output::Shown shown_in(output::Format format);

// Returns a compact JSON document for standard output: unchanged on a pipe, regardless of colour
// settings, and indented and coloured on a terminal.
[[nodiscard]] std::string json_for(const Context& context, std::string json);

// Returns lines of JSON for standard output.
[[nodiscard]] std::string jsonl_for(const Context& context, const std::string& lines);

// Returns the context for a result that does not go to a terminal.
[[nodiscard]] Context as_on_a_pipe(const Context& context);

// Returns `one` for a command line with one argument.
[[nodiscard]] output::DataCount data_count_of(const Context& context);

// Where the result of the context goes, and how the flags want it.
[[nodiscard]] output::Target target_of(const Context& context);

// With --quiet, people see no warnings, unless the warnings cause the failure.
[[nodiscard]] bool shows_warnings(const Context& context);

// Returns a function that writes a record of the result now, if the result is a line for each and
// may leave in parts; else nothing.
[[nodiscard]] output::Write live_lines(const Context& context);

// Returns whether a result may leave in parts: on a pipe, and nothing filters it.
[[nodiscard]] bool leaves_in_parts(const Context& context);

// Writes a result to standard output while it is generated.
void write_in_parts(const Context& context,
                    const std::function<void(const output::Write& write)>& make);

// Returns the help on a subject, with bold headings if the terminal supports them.
[[nodiscard]] std::string help_text(const help::Subject& subject, help::HelpLength length,
                                    std::size_t width, const output::Terminal& terminal);

} // namespace mrctl::commands
