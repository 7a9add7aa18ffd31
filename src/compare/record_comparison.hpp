#pragma once

#include "mrctl/base/table.hpp"
#include "mrctl/compare/records.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/cell.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace mrctl::compare {

using Kinds = std::span<const service::ChangeKind>;

// The facts about a value from its row of the table.
struct ValueRow {
  std::string_view name;
  std::string_view path; // "pricing.prompt"
  std::string_view unit;
  output::CellKind kind;
  const service::ChangeNames& names;
};

// A value of one side, and the JSON text of its record.
struct Value {
  std::optional<output::Cell> cell;
  std::string_view record;
};

[[nodiscard]] constexpr const service::ChangeKind& find_kind(Kinds kinds, std::string_view name) {
  return *find_row(kinds, &service::ChangeKind::name, name);
}

// Returns the changes of one value: at most one, or one for each item of a list whose row tells
// added ones from removed ones. Null is the same as nothing.
[[nodiscard]] RecordChanges changes_of(const ValueRow& row, Kinds kinds, const Value& before,
                                       const Value& after);

// The members of an object that no row describes.
struct OtherMembers {
  const service::ChangeKind& kind; // of every change of them
  std::string_view pointer{};      // of the object within the record
  bool (*is_described)(std::string_view name);
  bool (*is_same)(const Json& before, const Json& after);
};

// Compares such members of two objects, given as JSON text.
[[nodiscard]] RecordChanges changes_of_others(const OtherMembers& others, std::string_view before,
                                              std::string_view after);

// Sorts changes by kind.
void order_by_kind(RecordChanges& changes);

} // namespace mrctl::compare
