#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/model/cell.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/json.hpp"

namespace mrctl::commands {

// Returns the format to answer in: --output anywhere; MRCTL_OUTPUT and the profile on a terminal
// only, so that nobody's configuration breaks a script; else table on a terminal and json on a
// pipe.
[[nodiscard]] Result<render::Format> format_of(const Context& context);

// The wide format shows every field.
[[nodiscard]] model::Shown shown_in(render::Format format);

// JSON is compact on a pipe and pretty on a terminal.
[[nodiscard]] render::Layout layout_of(const Context& context);

// How many arguments the command line had.
[[nodiscard]] render::Arity arity_of(const Context& context);

} // namespace mrctl::commands
