#pragma once

#include "mrctl/model/endpoint.hpp"
#include "mrctl/routing/explain.hpp"

#include <optional>

namespace mrctl::routing {

// Returns a price that is known: there, a decimal, and not negative.
[[nodiscard]] std::optional<Decimal> known_price(const std::optional<model::Number>& price);

// Returns what a request of that size costs in USD, exactly; nothing where it is not known.
[[nodiscard]] std::optional<Decimal> cost_of(const model::Endpoint& endpoint, const Usage& usage);

// Returns the ranges over what was judged.
[[nodiscard]] GroupCost group_cost(const std::vector<Judged>& endpoints);

} // namespace mrctl::routing
