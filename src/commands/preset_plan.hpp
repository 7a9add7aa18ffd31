#pragma once

#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/spec/invocation.hpp"

#include <functional>
#include <optional>

namespace mrctl::commands {

// Returns what apply::make_plan() makes for the service of the settings, with warnings without
// secrets. Needs no key.
[[nodiscard]] Result<apply::Plans> plan_presets(const Context& context,
                                                const body::PresetReader& reader,
                                                apply::RecordsPlace where,
                                                const apply::InspectPreset& inspect = {});

// Adds to the output of a plan what else is found out about it.
using JudgePlan =
    std::function<Status(apply::Plans& plans, const body::PresetReader& reader, Output& output)>;

// Plans and shows the plan, as 'preset plan' does; sends nothing.
[[nodiscard]] Result<Output> show_plan(const Context& context,
                                       const apply::InspectPreset& inspect = {},
                                       const JudgePlan& judge_plan = {});

// Returns whether --only-changed hides the presets that would not be sent.
[[nodiscard]] inline apply::Unchanged unchanged_in(const spec::FlagValues& flags) {
  return flags.only_changed ? apply::Unchanged::hidden : apply::Unchanged::shown;
}

} // namespace mrctl::commands
