#pragma once

#include "mrctl/session/context.hpp"
#include "mrctl/session/output.hpp"

namespace mrctl::commands {

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
[[nodiscard]] Result<session::Output> list_columns(const session::Context& context);

} // namespace mrctl::commands
