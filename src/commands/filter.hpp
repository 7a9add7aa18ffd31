#pragma once

#include "mrctl/session/context.hpp"
#include "mrctl/session/output.hpp"

#include <string>

namespace mrctl::commands {

// Runs the command of the context's invocation, and this jq program on its output.
[[nodiscard]] Result<session::Output> filtered(const std::string& program,
                                               const session::Context& context);

} // namespace mrctl::commands
