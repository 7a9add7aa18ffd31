#pragma once

#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

// Answers `--columns help`: lists the columns themselves, without asking the service. It prints a
// table on a pipe too, unless --output is given.
[[nodiscard]] Result<Answer> list_columns(const Context& context);

} // namespace mrctl::commands
