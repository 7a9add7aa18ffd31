#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/render/finding.hpp"

#include "make_plan.hpp"

namespace mrctl::commands {

// Returns what reports for CI services say of a plan: a finding for each preset, at the line of its
// file that the first change is about where that is known, and the warnings of the bodies.
[[nodiscard]] render::Findings
plan_findings(const Plans& plans, const request::PresetReader& reader, const Context& context);

} // namespace mrctl::commands
