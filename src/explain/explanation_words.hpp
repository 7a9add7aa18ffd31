#pragma once

#include "mrctl/explain/explanation_report.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// The sentences of `preset explain` for all formats for people. They contain unescaped text of the
// service.

// "8 endpoints: 3 eligible, 4 excluded, 1 unknown"
[[nodiscard]] std::string sum_of(const ModelGroup& group);

// The reason for the order of a group.
[[nodiscard]] std::string order_words(const ModelGroup& group);

// The text after the name: the reason for the rank, the state and the cost.
[[nodiscard]] std::string remarks_on(const Judged& judged);

// A sentence for each failed or unknown check, or for all of them.
[[nodiscard]] std::vector<std::string> reasons_of(const ExplainedBody& body, const Judged& judged,
                                                  ShownChecks checks);

[[nodiscard]] bool has_costs(const ModelGroup& group);
[[nodiscard]] std::string cost_words(const ModelGroup& group);

// "provider.order[0] (a.yaml:3:5): 'acme/f8'; did you mean 'acme/fp8'?"
[[nodiscard]] std::string dead_words(const ExplainedBody& body, std::size_t position);

[[nodiscard]] std::string gain_words(const ExplainedBody& body, const Gain& gain);

} // namespace mrctl::explain
