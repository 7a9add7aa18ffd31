#pragma once

#include "mrctl/service/change_kind.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::compare {

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

} // namespace mrctl::compare
