#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/explain/explanation_report.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// The conditions for every group; those that are not given are met.
struct Gates {
  std::optional<std::size_t> at_least;
  std::optional<Decimal> max_cost;
  std::optional<std::string> required; // a tag
};

// Fails with a usage error if --max-cost lacks the counts of tokens.
[[nodiscard]] Result<Gates> read_gates(const spec::FlagValues& flags);

// Applies every gate to every group: gate by gate, in the order of the bodies.
[[nodiscard]] std::vector<explain::GateResult> check_gates(const Gates& gates,
                                                           const explain::ExplainedBodies& bodies);

// Returns one condition error for each gate that is not met.
[[nodiscard]] std::vector<Error> failed_gates(const std::vector<explain::GateResult>& results,
                                              const explain::ExplainedBodies& bodies);

} // namespace mrctl::commands
