#pragma once

#include "mrctl/commands/context.hpp"

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

} // namespace mrctl::commands
