#pragma once

#include "mrctl/explain/explain.hpp"

#include "listed_endpoint.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::explain {

// What a request costs in USD, exactly; nothing if it is unknown. Both differ only where prices
// depend on the time of the request, or on whether it writes a cache.
struct RequestCost {
  CostRange range{};
  bool has_override = false; // it differs from what the prices without conditions make
};

[[nodiscard]] RequestCost cost_of(const ListedEndpoint& endpoint, const Question& question);

// Returns the cost ranges of the judged endpoints.
[[nodiscard]] GroupCost group_cost(const std::vector<ExplainedEndpoint>& endpoints);

// Returns "plus 0.01 USD for each search": what the endpoints that are not excluded charge for one,
// or all if every one is.
[[nodiscard]] std::string words_on_searches(std::span<const ExplainedEndpoint> endpoints,
                                            const Premises& premises);

} // namespace mrctl::explain
