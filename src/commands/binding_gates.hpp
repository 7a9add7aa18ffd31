#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/project.hpp"

#include "judged_presets.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mrctl::commands {

// How the gates of the project file bind an apply.
enum class Gates : std::uint8_t { absent, passed_over, binding };

// Gates bind by --gates, or if the target needs them.
[[nodiscard]] Gates gates_of(const spec::FlagValues& flags, const config::Project& project);

// Returns notes on gates that are not evaluated, and on --gates without any.
[[nodiscard]] std::vector<std::string> notes_on_gates(const spec::FlagValues& flags,
                                                      const config::Project& project);

// Returns why nothing may be sent: failures of presets that would be sent, after those of the
// listings that they need.
[[nodiscard]] std::vector<Error> failures_of_sent(const JudgedPresets& judged,
                                                  const apply::Plan& plan);

// Returns notes on failures that stop nothing, because their presets are unchanged.
[[nodiscard]] std::vector<std::string> failures_of_unchanged(const JudgedPresets& judged,
                                                             const apply::Plan& plan);

// Adds the gates to the presentation of an apply; `judged` must outlive it.
[[nodiscard]] output::Presentation with_gates(output::Presentation result,
                                              const JudgedPresets& judged);

} // namespace mrctl::commands
