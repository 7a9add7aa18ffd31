#pragma once

#include "mrctl/commands/run.hpp"

#include <array>

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

// Each at the place of its row in the table of commands.
// clang-format off
inline constexpr auto command_functions = std::to_array<Function>({
    preset_create, preset_lint, preset_plan, preset_apply, preset_explain,
    endpoints_list, endpoints_diff,
    byok_get, byok_diff,
    api_call,
    auth_login, auth_status, auth_logout,
    config_list, config_get, config_set, config_unset, config_path,
    emulator_serve, emulator_exec,
    schema, completion, help, version,
});
// clang-format on

} // namespace mrctl::commands
