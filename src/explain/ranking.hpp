#pragma once

#include "mrctl/base/decimal.hpp"

#include "rules.hpp"

#include <string>
#include <vector>

namespace mrctl::explain {

// What a sort compares: a price of prompts, then that of completions; or one value. Nothing if the
// listing does not tell it.
struct SortKey {
  const Decimal* first = nullptr;
  const Decimal* second = nullptr;
};

[[nodiscard]] SortKey sort_key(const ListedEndpoint& endpoint, Sort sort);

// Returns whether one endpoint comes before another by a sort. Unknown values come last.
[[nodiscard]] bool comes_before(const SortKey& one, const SortKey& other, Sort sort);

// Returns the reason for the order of a group: "order", "sort: price", "balanced" …
[[nodiscard]] std::string reason_of(const Question& question, Sort sort);

// Returns the judged endpoints as they are shown, each with its reason, and with its rank if the
// order is known.
[[nodiscard]] std::vector<ExplainedEndpoint>
ranked(std::vector<ExplainedEndpoint> endpoints, const Question& question, const GroupView& group);

} // namespace mrctl::explain
