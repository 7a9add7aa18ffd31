#pragma once

#include "mrctl/compare/records.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mrctl::compare {

// An endpoint on both sides, or on the one that has it.
struct ComparedEndpoint {
  std::string_view model;
  const service::Endpoint* before = nullptr;
  const service::Endpoint* after = nullptr;
  RecordChanges changes{}; // none if it is the same

  // Returns its tag, empty if it has none.
  [[nodiscard]] std::string_view tag() const;
  [[nodiscard]] std::string_view provider() const;
};

// Points into both listings.
struct EndpointComparison {
  std::vector<ComparedEndpoint> endpoints; // by model, in the order of the first listing
  std::size_t models = 0;                  // on both sides
  std::size_t endpoints_before = 0;
  std::size_t endpoints_after = 0;
};

// Compares two listings by the table of columns. Endpoints are matched by model and tag, or by the
// provider's name where they have none, and those of the same by position. Every model has its id,
// and a listing must not contain one twice.
[[nodiscard]] EndpointComparison compare_listings(std::span<const service::Model> before,
                                                  std::span<const service::Model> after,
                                                  service::ValueSource deepest);

} // namespace mrctl::compare
