#include "mrctl/commands/context.hpp"

#include "commands.hpp"

#include <algorithm>
#include <array>

namespace mrctl::commands {

namespace {

struct Row {
  std::string_view noun;
  std::string_view verb;
  Function function;
};

constexpr std::array rows{
    Row{"preset", "create", preset_create},
    Row{"preset", "lint", preset_lint},
    Row{"preset", "plan", preset_plan},
    Row{"preset", "apply", preset_apply},
    Row{"preset", "explain", preset_explain},
    Row{"endpoints", "list", endpoints_list},
    Row{"endpoints", "diff", endpoints_diff},
    Row{"byok", "get", byok_get},
    Row{"byok", "diff", byok_diff},
    Row{"api", "", api_call},
    Row{"auth", "login", auth_login},
    Row{"auth", "status", auth_status},
    Row{"auth", "logout", auth_logout},
    Row{"config", "list", config_list},
    Row{"config", "get", config_get},
    Row{"config", "set", config_set},
    Row{"config", "unset", config_unset},
    Row{"config", "path", config_path},
    Row{"emulator", "serve", emulator_serve},
    Row{"emulator", "exec", emulator_exec},
    Row{"schema", "", schema},
    Row{"completion", "", completion},
    Row{"help", "", help},
    Row{"version", "", version},
};

} // namespace

Function function_of(const spec::Command& command) {
  const auto* found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.noun == command.noun && row.verb == command.verb;
  });
  return found == rows.end() ? nullptr : found->function;
}

} // namespace mrctl::commands
