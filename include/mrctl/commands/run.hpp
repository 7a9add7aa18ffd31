#pragma once

#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

// A command's function. If it fails, nothing is printed on stdout.
using Function = Result<Output> (*)(const Context& context);

// Returns the function of a row of the command table; every row has one.
[[nodiscard]] Function function_of(const spec::Command& command);

// Chooses and checks the format of the result, runs the command of the context's invocation, and
// runs the --jq program on its output.
[[nodiscard]] Result<Output> run(Context context);

} // namespace mrctl::commands
