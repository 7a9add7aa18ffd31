#pragma once

#include "mrctl/output/judgement.hpp"

#include <span>
#include <vector>

namespace mrctl::output {

// Returns the results of one gate, with those that fail for one reason in one row, which counts the
// presets and models and names the first ones.
[[nodiscard]] std::vector<GateResult> grouped(std::span<const GateResult> results);

} // namespace mrctl::output
