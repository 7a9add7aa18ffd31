#pragma once

#include "mrctl/render/explanation.hpp"
#include "mrctl/session/context.hpp"

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
[[nodiscard]] std::vector<render::GateResult> check_gates(const Gates& gates,
                                                          const render::ExplainedBodies& bodies);

// Returns one condition error for each gate that is not met.
[[nodiscard]] std::vector<Error> failed_gates(const std::vector<render::GateResult>& results,
                                              const render::ExplainedBodies& bodies);

} // namespace mrctl::commands
