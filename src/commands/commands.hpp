#pragma once

#include "mrctl/commands/context.hpp"

#include <array>
#include <string_view>

namespace mrctl::commands {

// One function for each command, each in the file of that name.
[[nodiscard]] Result<Answer> preset_create(const Context& context);
[[nodiscard]] Result<Answer> preset_lint(const Context& context);
[[nodiscard]] Result<Answer> preset_plan(const Context& context);
[[nodiscard]] Result<Answer> preset_apply(const Context& context);
[[nodiscard]] Result<Answer> preset_explain(const Context& context);
[[nodiscard]] Result<Answer> endpoints_list(const Context& context);
[[nodiscard]] Result<Answer> endpoints_diff(const Context& context);
[[nodiscard]] Result<Answer> byok_get(const Context& context);
[[nodiscard]] Result<Answer> byok_diff(const Context& context);
[[nodiscard]] Result<Answer> api_call(const Context& context);
[[nodiscard]] Result<Answer> auth_login(const Context& context);
[[nodiscard]] Result<Answer> auth_status(const Context& context);
[[nodiscard]] Result<Answer> auth_logout(const Context& context);
[[nodiscard]] Result<Answer> config_list(const Context& context);
[[nodiscard]] Result<Answer> config_get(const Context& context);
[[nodiscard]] Result<Answer> config_set(const Context& context);
[[nodiscard]] Result<Answer> config_unset(const Context& context);
[[nodiscard]] Result<Answer> config_path(const Context& context);
[[nodiscard]] Result<Answer> emulator_serve(const Context& context);
[[nodiscard]] Result<Answer> emulator_exec(const Context& context);
[[nodiscard]] Result<Answer> schema(const Context& context);
[[nodiscard]] Result<Answer> completion(const Context& context);
[[nodiscard]] Result<Answer> help(const Context& context);
[[nodiscard]] Result<Answer> version(const Context& context);

// The function of a row of the command table.
struct CommandFunction {
  std::string_view noun;
  std::string_view verb;
  Function function;
};

inline constexpr std::array command_functions{
    CommandFunction{"preset", "create", preset_create},
    CommandFunction{"preset", "lint", preset_lint},
    CommandFunction{"preset", "plan", preset_plan},
    CommandFunction{"preset", "apply", preset_apply},
    CommandFunction{"preset", "explain", preset_explain},
    CommandFunction{"endpoints", "list", endpoints_list},
    CommandFunction{"endpoints", "diff", endpoints_diff},
    CommandFunction{"byok", "get", byok_get},
    CommandFunction{"byok", "diff", byok_diff},
    CommandFunction{"api", "", api_call},
    CommandFunction{"auth", "login", auth_login},
    CommandFunction{"auth", "status", auth_status},
    CommandFunction{"auth", "logout", auth_logout},
    CommandFunction{"config", "list", config_list},
    CommandFunction{"config", "get", config_get},
    CommandFunction{"config", "set", config_set},
    CommandFunction{"config", "unset", config_unset},
    CommandFunction{"config", "path", config_path},
    CommandFunction{"emulator", "serve", emulator_serve},
    CommandFunction{"emulator", "exec", emulator_exec},
    CommandFunction{"schema", "", schema},
    CommandFunction{"completion", "", completion},
    CommandFunction{"help", "", help},
    CommandFunction{"version", "", version},
};

} // namespace mrctl::commands
