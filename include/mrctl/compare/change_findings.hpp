#pragma once

#include "mrctl/compare/change_gate.hpp"
#include "mrctl/output/finding.hpp"

#include <optional>
#include <string>

namespace mrctl::compare {

// Returns a finding for each change, and one for each record without a change. A change fails if
// --fail-on names its kind. Changes are reported at the first line of the file `before`.
[[nodiscard]] output::Findings change_findings(const Compared& compared,
                                               const std::optional<ChangeGate>& gate,
                                               const std::string& before);

} // namespace mrctl::compare
