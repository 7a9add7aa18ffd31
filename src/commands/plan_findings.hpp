#pragma once

#include "mrctl/render/finding.hpp"
#include "mrctl/session/context.hpp"

#include "make_plan.hpp"

namespace mrctl::commands {

// Returns the findings of a plan for CI services: one for each preset, at the line of its first
// change if known, and the warnings of the bodies.
[[nodiscard]] render::Findings plan_findings(const Plans& plans,
                                             const request::PresetReader& reader,
                                             const session::Context& context);

} // namespace mrctl::commands
