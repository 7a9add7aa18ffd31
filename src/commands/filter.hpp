#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"

#include <string>

namespace mrctl::commands {

// Runs the command of the context's invocation, and this jq program on its output.
[[nodiscard]] Result<Output> filtered(const std::string& program, const Context& context);

} // namespace mrctl::commands
