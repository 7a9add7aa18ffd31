#pragma once

#include "mrctl/diff/records.hpp"
#include "mrctl/model/cell.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace mrctl::diff {

using Kinds = std::span<const model::ChangeKind>;

// The facts about a value from its row of the table.
struct ValueRow {
  std::string_view name;
  std::string_view path; // "pricing.prompt"
  std::string_view unit;
  model::CellKind kind;
  const model::ChangeNames& names;
};

// A value of one side, and the JSON text of its record.
struct Value {
  std::optional<model::Cell> cell;
  std::string_view record;
};

[[nodiscard]] const model::ChangeKind& find_kind(Kinds kinds, std::string_view name);

// Returns the changes of one value: at most one, or one for each item of a list whose row tells
// added ones from removed ones. Null is the same as nothing.
[[nodiscard]] RecordChanges changes_of(const ValueRow& row, Kinds kinds, const Value& before,
                                       const Value& after);

// Sorts changes by kind.
void order_by_kind(RecordChanges& changes);

} // namespace mrctl::diff
