#pragma once

#include "mrctl/model/change_kind.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::diff {

// How a value is called, and what it is on both sides, for people: in the unit that tables have,
// nothing where it is not known.
struct ShownChange {
  std::string_view name{}; // of the column or field
  std::string_view unit{};
  std::optional<std::string> from{};
  std::optional<std::string> to{};
};

// One change of a record, by the row of the table that describes its value.
struct RecordChange {
  const model::ChangeKind* kind = nullptr;
  std::string path{};                   // JSON Pointer within the record; empty: all of it
  std::string from = "null";            // JSON, as the service spelled it
  std::string to = "null";              // the same
  std::optional<std::string> percent{}; // of a price
  bool is_item = false;                 // of the list at that path, not the whole value
  ShownChange shown{};
};

// In the order of the kinds, then of the tables.
using RecordChanges = std::vector<RecordChange>;

} // namespace mrctl::diff
