#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/model/cell.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/json.hpp"
#include "mrctl/render/plan.hpp"
#include "mrctl/render/table.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace mrctl::commands {

// Returns the format to answer in: json for --jq, which works on it; --output anywhere;
// MRCTL_OUTPUT and the profile on a terminal only, so that nobody's configuration breaks a script;
// else what the command's row says that it prints.
[[nodiscard]] Result<render::Format> format_of(const Context& context);

// Returns the format of a result that is one text for people and scripts alike: what --output
// names, else table.
[[nodiscard]] Result<render::Format> format_of_text(const Context& context);

// The wide format shows every field.
[[nodiscard]] model::Shown shown_in(render::Format format);

// The wide format hides nothing: what does not fit the terminal becomes cards.
[[nodiscard]] render::Overflow overflow_in(render::Format format);

// Returns a compact JSON document as standard output gets it: as it is on a pipe, whatever is said
// of colour, and over several lines and coloured on a terminal.
[[nodiscard]] std::string json_for(const Context& context, std::string json);

// Returns lines of JSON as standard output gets them.
[[nodiscard]] std::string jsonl_for(const Context& context, const std::string& lines);

// Returns the context of a result that goes to no terminal.
[[nodiscard]] Context as_on_a_pipe(const Context& context);

// How many arguments the command line had.
[[nodiscard]] render::Arity arity_of(const Context& context);

// Returns whether the format has one record per row, and no room for what concerns all of them.
[[nodiscard]] bool is_rows(render::Format format);

// Returns whether a result may leave in parts: on a pipe, and nothing filters it.
[[nodiscard]] bool leaves_in_parts(const Context& context);

// Returns whether the result leaves in parts as JSON.
[[nodiscard]] bool is_streamed(const Context& context, render::Format format);

// Writes a result to standard output while it is made.
void write_in_parts(const Context& context,
                    const std::function<void(const render::Write& write)>& make);

} // namespace mrctl::commands
