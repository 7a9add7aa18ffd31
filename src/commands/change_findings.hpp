#pragma once

#include "mrctl/render/finding.hpp"

#include "change_gate.hpp"

#include <optional>
#include <string>

namespace mrctl::commands {

// Returns a finding for each change, and one for each record without a change. A change fails if
// --fail-on names its kind. Changes are reported at the first line of BEFORE, the first argument.
[[nodiscard]] render::Findings change_findings(const Compared& compared,
                                               const std::optional<ChangeGate>& gate,
                                               const session::Context& context);

} // namespace mrctl::commands
