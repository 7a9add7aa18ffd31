#pragma once

#include "mrctl/commands/run.hpp"

#include <array>

namespace mrctl::commands {

// One function for each command, in the file of its name or noun; those about the program itself
// are in program.cpp.
[[nodiscard]] Result<Output> preset_create(const Context& context);
[[nodiscard]] Result<Output> preset_lint(const Context& context);
[[nodiscard]] Result<Output> preset_plan(const Context& context);
[[nodiscard]] Result<Output> preset_apply(const Context& context);
[[nodiscard]] Result<Output> preset_check(const Context& context);
[[nodiscard]] Result<Output> preset_render(const Context& context);
[[nodiscard]] Result<Output> preset_state(const Context& context);
[[nodiscard]] Result<Output> preset_forget(const Context& context);
[[nodiscard]] Result<Output> preset_adopt(const Context& context);
[[nodiscard]] Result<Output> preset_pull(const Context& context);
[[nodiscard]] Result<Output> preset_list(const Context& context);
[[nodiscard]] Result<Output> preset_get(const Context& context);
[[nodiscard]] Result<Output> preset_versions(const Context& context);
[[nodiscard]] Result<Output> preset_explain(const Context& context);
[[nodiscard]] Result<Output> preset_drill(const Context& context);
[[nodiscard]] Result<Output> endpoints_list(const Context& context);
[[nodiscard]] Result<Output> endpoints_diff(const Context& context);
[[nodiscard]] Result<Output> byok_list(const Context& context);
[[nodiscard]] Result<Output> byok_get(const Context& context);
[[nodiscard]] Result<Output> api_call(const Context& context);
[[nodiscard]] Result<Output> auth_login(const Context& context);
[[nodiscard]] Result<Output> auth_status(const Context& context);
[[nodiscard]] Result<Output> auth_logout(const Context& context);
[[nodiscard]] Result<Output> config_list(const Context& context);
[[nodiscard]] Result<Output> config_get(const Context& context);
[[nodiscard]] Result<Output> config_set(const Context& context);
[[nodiscard]] Result<Output> config_unset(const Context& context);
[[nodiscard]] Result<Output> config_path(const Context& context);
[[nodiscard]] Result<Output> init(const Context& context);
[[nodiscard]] Result<Output> emulator_serve(const Context& context);
[[nodiscard]] Result<Output> emulator_exec(const Context& context);
[[nodiscard]] Result<Output> schema(const Context& context);
[[nodiscard]] Result<Output> completion(const Context& context);
[[nodiscard]] Result<Output> help(const Context& context);
[[nodiscard]] Result<Output> version(const Context& context);

// The schemas of their results.
[[nodiscard]] Json render_schema();
[[nodiscard]] Json check_schema();
[[nodiscard]] Json init_schema();
[[nodiscard]] Json key_schema();
[[nodiscard]] Json setting_schema();

// Each at the place of its row in the table of commands.
// clang-format off
inline constexpr auto command_functions = std::to_array<Function>({
    preset_create, preset_lint, preset_plan, preset_apply, preset_check,
    preset_render, preset_state, preset_forget, preset_adopt, preset_pull,
    preset_list, preset_get, preset_versions, preset_explain, preset_drill,
    endpoints_list, endpoints_diff,
    byok_list, byok_get,
    api_call,
    auth_login, auth_status, auth_logout,
    config_list, config_get, config_set, config_unset, config_path,
    init,
    emulator_serve, emulator_exec,
    schema, completion, help, version,
});
// clang-format on

// Returns the path of this program; empty where the system does not tell.
[[nodiscard]] std::string own_program();

// Returns the path of mrctl-emulator: beside mrctl in a build tree, in libexec where it is
// installed (docs/decisions/0002). Fails with an internal error where it is missing.
[[nodiscard]] Result<std::string> emulator_program();

} // namespace mrctl::commands
