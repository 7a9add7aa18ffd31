#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace mrctl::apply {

// Whether people, rows and names see unchanged presets; data has them in any case.
enum class Unchanged { shown, hidden };

// How a plan is judged: the gates, what comes of presets that would be sent, the line of a member
// in a preset's file (0: unknown), and the warnings of the bodies.
struct PlanChecks {
  std::vector<output::GateResult> gates{};
  output::CheckResult sent = output::CheckResult::passed;
  std::function<std::size_t(std::size_t preset, const std::string& pointer)> line_of;
  Problems warnings{};
};

// Returns what a plan rests on: its target, unless that is named after the service.
[[nodiscard]] std::vector<output::Fact> facts_of(const Plan& plan);

// Returns the plan: its presets with their changes, for people the first new bodies too;
// {"service","target","plan":…,"create":N,…,"presets":[…],"gates":[…]}; slugs;
// a finding for each preset, at its first change, and one for each warning. The plan must outlive
// it.
[[nodiscard]] output::Presentation present_plan(const Plan& plan, Unchanged unchanged,
                                                PlanChecks checks = {});

} // namespace mrctl::apply
