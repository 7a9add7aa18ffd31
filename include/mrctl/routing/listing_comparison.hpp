#pragma once

#include "mrctl/service/change_kind.hpp"
#include "mrctl/service/endpoint.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// The name of a value, and both sides for people: in the unit of tables, nothing if unknown.
struct ShownChange {
  std::string_view name{}; // of the column or field
  std::string_view unit{};
  std::optional<std::string> from{};
  std::optional<std::string> to{};
  std::string title{}; // what is said in place of the name: "prompt above 200000 tokens"
};

// One change of a record, by the row of the table that describes its value.
struct RecordChange {
  const service::ChangeKind* kind = nullptr;
  std::string path{};                   // JSON Pointer within the record; empty: the whole record
  std::string from = "null";            // JSON as the service spelled it
  std::string to = "null";              // the same
  std::optional<std::string> percent{}; // of a price
  bool is_item = false;                 // of the list at that path, not the whole value
  ShownChange shown{};
};

// Sorted by kind, then in the order of the table.
using RecordChanges = std::vector<RecordChange>;

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

// The comparison of two listings, into which it points.
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

} // namespace mrctl::routing
