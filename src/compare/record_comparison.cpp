#include "record_comparison.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace mrctl::compare {

namespace {

using output::Cell;
using MaybeCell = std::optional<Cell>;
using Texts = std::vector<std::string>;

constexpr std::string_view null = "null";

std::string pointer_of_row(std::string_view path) {
  std::string pointer = "/" + std::string(path);
  std::ranges::replace(pointer, '.', '/');
  return pointer;
}

std::string text_at(std::string_view record, std::string_view path) {
  const auto dot = path.find('.');
  const auto member = json_member(record, path.substr(0, dot));
  if (!member) return std::string(null);
  return dot == std::string_view::npos ? compact_json(*member)
                                       : text_at(*member, path.substr(dot + 1));
}

// Text that is not a number and a variable price count as missing.
bool is_known(const MaybeCell& cell, output::CellKind kind) {
  return cell && (kind != output::CellKind::number || cell->number());
}

template <class Size>
std::string_view name_by_size(const service::ChangeNames& names, const Size& before,
                              const Size& after) {
  if (before == after) return {};
  return before < after ? names.more : names.less;
}

struct Precision {
  std::string_view quantization;
  int bits;
};

constexpr std::array precisions{
    Precision{"int4", 4},  Precision{"fp4", 4},   Precision{"mxfp4", 4}, Precision{"nvfp4", 4},
    Precision{"fp6", 6},   Precision{"int8", 8},  Precision{"fp8", 8},   Precision{"mxfp8", 8},
    Precision{"fp16", 16}, Precision{"bf16", 16}, Precision{"fp32", 32},
};

std::string_view name_by_bits(const service::ChangeNames& names, const Cell& before,
                              const Cell& after) {
  const auto old = lower_case(before.exact);
  const auto now = lower_case(after.exact);
  if (old == now) return {};
  const auto* old_row = find_row(precisions, &Precision::quantization, old);
  const auto* now_row = find_row(precisions, &Precision::quantization, now);
  if (old_row == nullptr || now_row == nullptr || old_row->bits == now_row->bits)
    return names.other;
  return name_by_size(names, old_row->bits, now_row->bits);
}

Decimal distance_from_zero(const Cell& cell) {
  const auto number = *cell.number();
  return number.is_negative() ? -number : number;
}

// The kind of change of a value that is known on both sides; empty if it is equal.
std::string_view name_of_difference(const ValueRow& row, const Cell& before, const Cell& after) {
  switch (row.names.scale) {
  case service::Scale::bits:
    return name_by_bits(row.names, before, after);
  case service::Scale::distance_from_zero:
    return name_by_size(row.names, distance_from_zero(before), distance_from_zero(after));
  case service::Scale::natural:
    break;
  }
  if (row.kind == output::CellKind::number)
    return name_by_size(row.names, before.number(), after.number());
  return before.exact == after.exact ? std::string_view() : row.names.more;
}

std::string_view name_of_change(const ValueRow& row, const MaybeCell& before,
                                const MaybeCell& after) {
  const bool was_known = is_known(before, row.kind);
  const bool known = is_known(after, row.kind);
  if (was_known && known) return name_of_difference(row, *before, *after);
  if (was_known) return row.names.unknown;
  return known ? row.names.known : std::string_view();
}

std::optional<std::string> rounded(const MaybeCell& cell) {
  return cell ? std::optional(cell->rounded()) : std::nullopt;
}

std::optional<std::string> as_given(const MaybeCell& cell) {
  return cell ? std::optional(cell->text) : std::nullopt;
}

// A change that rounding would hide is shown as it is.
ShownChange shown_change(const ValueRow& row, const MaybeCell& before, const MaybeCell& after) {
  ShownChange shown{row.name, row.unit, rounded(before), rounded(after)};
  return shown.from == shown.to ? ShownChange{row.name, row.unit, as_given(before), as_given(after)}
                                : shown;
}

// Items of one list that the other one does not have, each once, in their order.
Texts items_missing_in(const Cell& other, const Cell& cell) {
  std::set<std::string> seen(other.items.begin(), other.items.end());
  Texts missing;
  for (const auto& item : cell.items)
    if (seen.insert(item).second) missing.push_back(item);
  return missing;
}

RecordChanges changes_of_items(const ValueRow& row, const Cell& before, const Cell& after) {
  RecordChanges changes;
  for (const auto& item : items_missing_in(before, after))
    changes.push_back({.kind = &find_kind(row.names.more),
                       .path = pointer_of_row(row.path),
                       .to = json_quote(item),
                       .is_item = true,
                       .shown = {.name = row.name, .to = item}});
  for (const auto& item : items_missing_in(after, before))
    changes.push_back({.kind = &find_kind(row.names.less),
                       .path = pointer_of_row(row.path),
                       .from = json_quote(item),
                       .is_item = true,
                       .shown = {.name = row.name, .from = item}});
  return changes;
}

bool tells_items_apart(const ValueRow& row) {
  return row.kind == output::CellKind::list && row.names.scale == service::Scale::natural;
}

} // namespace

RecordChanges changes_of(const ValueRow& row, const Value& before, const Value& after) {
  if (tells_items_apart(row)) {
    if (!before.cell || !after.cell) return {};
    return changes_of_items(row, *before.cell, *after.cell);
  }
  const auto name = name_of_change(row, before.cell, after.cell);
  if (name.empty()) return {};
  RecordChange change{.kind = &find_kind(name),
                      .path = pointer_of_row(row.path),
                      .from = text_at(before.record, row.path),
                      .to = text_at(after.record, row.path),
                      .shown = shown_change(row, before.cell, after.cell)};
  if (change.from == null && change.to == null) return {};
  if (row.names.is_price && is_known(before.cell, row.kind) && is_known(after.cell, row.kind))
    change.percent = percentage(*before.cell->number(), *after.cell->number());
  return {std::move(change)};
}

void order_by_kind(RecordChanges& changes) {
  std::ranges::stable_sort(changes, [](const auto& a, const auto& b) { return a.kind < b.kind; });
}

} // namespace mrctl::compare
