#pragma once

#include "mrctl/base/table.hpp"
#include "mrctl/compare/records.hpp"
#include "mrctl/output/table.hpp"

#include <optional>
#include <string_view>

namespace mrctl::compare {

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

[[nodiscard]] constexpr const service::ChangeKind& find_kind(std::string_view name) {
  return *find_row(service::change_kinds, &service::ChangeKind::name, name);
}

// Returns the changes of one value: at most one, or one for each item of a list whose row tells
// added ones from removed ones. Null is the same as nothing.
[[nodiscard]] RecordChanges changes_of(const ValueRow& row, const Value& before,
                                       const Value& after);

// Sorts changes by kind.
void order_by_kind(RecordChanges& changes);

} // namespace mrctl::compare
