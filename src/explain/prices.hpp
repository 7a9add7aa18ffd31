#pragma once

#include "mrctl/explain/explain.hpp"
#include "mrctl/service/endpoint.hpp"

#include <optional>

namespace mrctl::explain {

// Returns a known price: present, decimal and not negative.
[[nodiscard]] std::optional<Decimal> known_price(const std::optional<service::Number>& price);

// Returns what a request of that size costs in USD, exactly; nothing if it is unknown.
[[nodiscard]] std::optional<Decimal> cost_of(const service::Endpoint& endpoint, const Usage& usage);

// Returns the cost ranges of the judged endpoints.
[[nodiscard]] GroupCost group_cost(const std::vector<Judged>& endpoints);

} // namespace mrctl::explain
