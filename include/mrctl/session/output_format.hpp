#pragma once

#include "mrctl/model/cell.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/json.hpp"
#include "mrctl/render/plan.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/session/context.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace mrctl::session {

// Returns the output format: that of programs for --jq; --output anywhere; what a flag implies;
// MRCTL_OUTPUT and the profile on a terminal only, so that no configuration breaks a script; else
// the default of the command's row. A text for people and scripts alike is in no configured format.
[[nodiscard]] render::Format format_of(const Context& context);

// Whether the row's flag is given, with the row's value if it has one.
[[nodiscard]] bool is_given(const args::Invocation& invocation, const spec::FormatFlag& row);

// The wide format shows every field.
[[nodiscard]] model::Shown shown_in(render::Format format);

// The wide format hides nothing; rows that do not fit the terminal become cards.
[[nodiscard]] render::Overflow overflow_in(render::Format format);

// Returns a compact JSON document for standard output: unchanged on a pipe, regardless of colour
// settings, and indented and coloured on a terminal.
[[nodiscard]] std::string json_for(const Context& context, std::string json);

// Returns lines of JSON for standard output.
[[nodiscard]] std::string jsonl_for(const Context& context, const std::string& lines);

// Returns the context for a result that does not go to a terminal.
[[nodiscard]] Context as_on_a_pipe(const Context& context);

// Returns `one` for a command line with one argument.
[[nodiscard]] render::DataCount data_count_of(const Context& context);

// Returns whether a result may leave in parts: on a pipe, and nothing filters it.
[[nodiscard]] bool leaves_in_parts(const Context& context);

// Returns whether the result leaves in parts as JSON.
[[nodiscard]] bool is_streamed(const Context& context);

// Writes a result to standard output while it is generated.
void write_in_parts(const Context& context,
                    const std::function<void(const render::Write& write)>& make);

} // namespace mrctl::session
