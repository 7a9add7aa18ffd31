#pragma once

#include "mrctl/commands/run.hpp"

#include <array>
#include <string_view>

namespace mrctl::commands {

// One function for each command, each in the file of that name.
[[nodiscard]] Result<session::Output> preset_create(const session::Context& context);
[[nodiscard]] Result<session::Output> preset_lint(const session::Context& context);
[[nodiscard]] Result<session::Output> preset_plan(const session::Context& context);
[[nodiscard]] Result<session::Output> preset_apply(const session::Context& context);
[[nodiscard]] Result<session::Output> preset_explain(const session::Context& context);
[[nodiscard]] Result<session::Output> endpoints_list(const session::Context& context);
[[nodiscard]] Result<session::Output> endpoints_diff(const session::Context& context);
[[nodiscard]] Result<session::Output> byok_get(const session::Context& context);
[[nodiscard]] Result<session::Output> byok_diff(const session::Context& context);
[[nodiscard]] Result<session::Output> api_call(const session::Context& context);
[[nodiscard]] Result<session::Output> auth_login(const session::Context& context);
[[nodiscard]] Result<session::Output> auth_status(const session::Context& context);
[[nodiscard]] Result<session::Output> auth_logout(const session::Context& context);
[[nodiscard]] Result<session::Output> config_list(const session::Context& context);
[[nodiscard]] Result<session::Output> config_get(const session::Context& context);
[[nodiscard]] Result<session::Output> config_set(const session::Context& context);
[[nodiscard]] Result<session::Output> config_unset(const session::Context& context);
[[nodiscard]] Result<session::Output> config_path(const session::Context& context);
[[nodiscard]] Result<session::Output> emulator_serve(const session::Context& context);
[[nodiscard]] Result<session::Output> emulator_exec(const session::Context& context);
[[nodiscard]] Result<session::Output> schema(const session::Context& context);
[[nodiscard]] Result<session::Output> completion(const session::Context& context);
[[nodiscard]] Result<session::Output> help(const session::Context& context);
[[nodiscard]] Result<session::Output> version(const session::Context& context);

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
