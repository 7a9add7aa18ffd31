#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/output/finding.hpp"

#include "make_plan.hpp"

namespace mrctl::commands {

// Returns the findings of a plan for CI services: one for each preset, at the line of its first
// change if known, and the warnings of the bodies.
[[nodiscard]] output::Findings plan_findings(const Plans& plans, const body::PresetReader& reader,
                                             const Context& context);

} // namespace mrctl::commands
