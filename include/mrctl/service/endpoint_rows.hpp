#pragma once

#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace mrctl::service {

// One endpoint in a listing of one or more models; the positions find its JSON text again.
struct EndpointRow {
  const Model* model;
  const Endpoint* endpoint;
  std::size_t model_index;
  std::size_t endpoint_index;
};

using EndpointRows = std::vector<EndpointRow>;

// Returns a row for every endpoint, in order. The rows point into `models`.
[[nodiscard]] EndpointRows list_rows(std::span<const Model> models);

// Returns the rows in the order of one column: numbers by value, everything else by its bytes.
// Equal rows keep their order. Rows without a value, including variable prices, come last in both
// directions.
[[nodiscard]] EndpointRows sorted(EndpointRows rows, Sorting sorting);

} // namespace mrctl::service
