#pragma once

#include "mrctl/diff/records.hpp"
#include "mrctl/model/endpoint.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::diff {

// A model with an id, and the JSON text of the `data` that it was read from.
struct ListedModel {
  model::Model model;
  std::string text;
};

// An endpoint on both sides, or on the one that has it.
struct ComparedEndpoint {
  std::string_view model;
  const model::Endpoint* before = nullptr;
  const model::Endpoint* after = nullptr;
  RecordChanges changes{}; // none where it is the same

  // Returns its tag, empty where it has none.
  [[nodiscard]] std::string_view tag() const;
};

// Points into both listings.
struct EndpointComparison {
  std::vector<ComparedEndpoint> endpoints; // in the order of the first listing, then what was added
  std::size_t models = 0;                  // of either side
  std::size_t endpoints_before = 0;
  std::size_t endpoints_after = 0;
};

// Compares two listings by the table of columns. An endpoint is known by its model and its tag,
// several of one tag by their order. No model stands twice in a listing.
[[nodiscard]] EndpointComparison compare_listings(std::span<const ListedModel> before,
                                                  std::span<const ListedModel> after,
                                                  model::Source deepest);

} // namespace mrctl::diff
