#pragma once

#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/output/presentation.hpp"

#include <string>

namespace mrctl::apply {

// Returns the JSON object of one preset.
[[nodiscard]] std::string outcome_json(const Planned& preset, const Outcome& outcome);

// Returns the outcome of an apply;
// {"service","applied":N,"unchanged":N,"failed":N,"presets":[…],"gates":[…]}; slugs. What was
// applied must outlive it.
[[nodiscard]] output::Presentation present_outcome(const AppliedPlan& applied, Unchanged unchanged);

} // namespace mrctl::apply
