#include "mrctl/commands/context.hpp"

#include "commands.hpp"

#include <algorithm>

namespace mrctl::commands {

Function function_of(const spec::Command& command) {
  const auto* found = std::find_if(command_functions.begin(), command_functions.end(),
                                   [&](const CommandFunction& row) {
                                     return row.noun == command.noun && row.verb == command.verb;
                                   });
  return found == command_functions.end() ? nullptr : found->function;
}

} // namespace mrctl::commands
