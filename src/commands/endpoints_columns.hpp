#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"

namespace mrctl::commands {

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
[[nodiscard]] Result<Output> list_columns(const Context& context);

} // namespace mrctl::commands
