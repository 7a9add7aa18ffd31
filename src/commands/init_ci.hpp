#pragma once

#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

// Writes the configuration of the CI service of --ci, and a project file that keeps records on a
// branch. Asks before it replaces anything.
[[nodiscard]] Result<Output> init_ci(const Context& context);

} // namespace mrctl::commands
