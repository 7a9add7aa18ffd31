#pragma once

#include "mrctl/model/endpoint.hpp"
#include "mrctl/routing/explain.hpp"

#include <optional>

namespace mrctl::routing {

// Returns a known price: present, decimal and not negative.
[[nodiscard]] std::optional<Decimal> known_price(const std::optional<model::Number>& price);

// Returns what a request of that size costs in USD, exactly; nothing if it is unknown.
[[nodiscard]] std::optional<Decimal> cost_of(const model::Endpoint& endpoint, const Usage& usage);

// Returns the cost ranges of the judged endpoints.
[[nodiscard]] GroupCost group_cost(const std::vector<Judged>& endpoints);

} // namespace mrctl::routing
