#pragma once

#include "rules.hpp"

#include <string>
#include <vector>

namespace mrctl::explain {

// Returns whether one endpoint comes before another by a sort that a listing can decide. Unknown
// values come last.
[[nodiscard]] bool comes_before(const service::Endpoint& one, const service::Endpoint& other,
                                Sort sort);

// Returns the reason for the order of a group: "order", "sort: price", "balanced" …
[[nodiscard]] std::string reason_of(const Question& question);

// Returns the judged endpoints as they are shown, each with its reason, and with its rank if the
// order is known.
[[nodiscard]] std::vector<Judged> ranked(std::vector<Judged> endpoints, const Question& question,
                                         const GroupView& group);

} // namespace mrctl::explain
