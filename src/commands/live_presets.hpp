#pragma once

#include "mrctl/apply/live_plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// Returns the service to read presets from, if --live says so. Fails as connect() does.
[[nodiscard]] Result<std::optional<Connection>> choose_live(const spec::FlagValues& flags,
                                                            const Context::Service& service);

// Returns the workspace of the target, else that of its records.
[[nodiscard]] Result<apply::KnownWorkspace>
known_workspace(const config::Project& project, const std::string& service,
                const std::vector<apply::TargetRecords>& records);
[[nodiscard]] Result<apply::KnownWorkspace> known_workspace(const config::Project& project,
                                                            const apply::Plans& plans);

[[nodiscard]] apply::LiveSource live_source(const Context::Service& service,
                                            const body::Input& input, const service::Service& asked,
                                            apply::KnownWorkspace workspace);

// Compares the plans with what is live; see apply::read_live(). Fails for warnings under --strict.
[[nodiscard]] Status look_at_live(const Context::Service& service, const body::Input& input,
                                  apply::Plans& plans, const body::PresetReader& reader,
                                  const service::Service& asked, apply::NoneShown none);

// Looks at every preset, if --live says so. Fails as choose_live() does.
[[nodiscard]] Status compare_with_live(const Context& context, apply::Plans& plans,
                                       const body::PresetReader& reader);

} // namespace mrctl::commands
