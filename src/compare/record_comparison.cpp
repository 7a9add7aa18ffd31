#include "record_comparison.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
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

bool is_true(const Cell& cell) {
  return cell.exact == "true";
}

bool differs_in_hidden_part(const Cell& a, const Cell& b) {
  return a.hidden != 0 && b.hidden != 0 && a.hidden != b.hidden;
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
  return number.is_negative() ? number * *Decimal::parse("-1") : number;
}

// A cell without a list stands for no restriction.
bool allows_all(const Cell& cell) {
  return cell.items.empty() && cell.exact.empty();
}

std::string_view name_by_allowance(const service::ChangeNames& names, const Cell& before,
                                   const Cell& after) {
  const std::set old(before.items.begin(), before.items.end());
  const std::set now(after.items.begin(), after.items.end());
  const bool holds_old =
      allows_all(after) || (!allows_all(before) && std::ranges::includes(now, old));
  const bool holds_now =
      allows_all(before) || (!allows_all(after) && std::ranges::includes(old, now));
  if (holds_old && holds_now) return {};
  return holds_old ? names.more : holds_now ? names.less : names.other;
}

// The kind of change of a value that is known on both sides; empty if it is equal.
std::string_view name_of_difference(const ValueRow& row, const Cell& before, const Cell& after) {
  switch (row.names.scale) {
  case service::Scale::bits:
    return name_by_bits(row.names, before, after);
  case service::Scale::distance_from_zero:
    return name_by_size(row.names, distance_from_zero(before), distance_from_zero(after));
  case service::Scale::allowance:
    return name_by_allowance(row.names, before, after);
  case service::Scale::natural:
    break;
  }
  if (row.kind == output::CellKind::number)
    return name_by_size(row.names, before.number(), after.number());
  if (before.exact == after.exact && !differs_in_hidden_part(before, after)) return {};
  return row.kind == output::CellKind::boolean && !is_true(after) ? row.names.less : row.names.more;
}

std::string_view name_of_change(const ValueRow& row, const MaybeCell& before,
                                const MaybeCell& after) {
  const bool was_known = is_known(before, row.kind);
  const bool known = is_known(after, row.kind);
  if (was_known && known) return name_of_difference(row, *before, *after);
  if (was_known) return row.names.unknown;
  if (!known) return {};
  const bool became_true = row.kind == output::CellKind::boolean && is_true(*after);
  return became_true ? row.names.more : row.names.known;
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

RecordChanges changes_of_items(const ValueRow& row, Kinds kinds, const Cell& before,
                               const Cell& after) {
  RecordChanges changes;
  for (const auto& item : items_missing_in(before, after))
    changes.push_back({.kind = &find_kind(kinds, row.names.more),
                       .path = pointer_of_row(row.path),
                       .to = json_quote(item),
                       .is_item = true,
                       .shown = {.name = row.name, .to = item}});
  for (const auto& item : items_missing_in(after, before))
    changes.push_back({.kind = &find_kind(kinds, row.names.less),
                       .path = pointer_of_row(row.path),
                       .from = json_quote(item),
                       .is_item = true,
                       .shown = {.name = row.name, .from = item}});
  return changes;
}

struct NamedText {
  std::string name;
  std::string_view text; // as the service spelled it
};

// The members of an object that no row describes; none of what is no object.
std::vector<NamedText> other_members_of(const OtherMembers& others, std::string_view object) {
  std::vector<NamedText> members;
  for (const auto& [key, value] : json_members(object))
    if (auto name = json_unquoted(fmt::format("\"{}\"", key)); !others.is_described(name))
      members.push_back({std::move(name), value});
  return members;
}

using TextsByName = std::map<std::string_view, std::string_view>;

// Of several members of one name the last one counts.
TextsByName by_name(const std::vector<NamedText>& members) {
  TextsByName texts;
  for (const auto& member : members)
    texts.insert_or_assign(member.name, member.text);
  return texts;
}

std::string_view text_or_null(const TextsByName& texts, std::string_view name) {
  const auto found = texts.find(name);
  return found == texts.end() ? null : found->second;
}

std::optional<std::string> shown_value(const Json& value, const std::string& text) {
  if (value.is_null()) return std::nullopt;
  return value.is_string() ? value.get<std::string>() : text;
}

bool tells_items_apart(const ValueRow& row) {
  return row.kind == output::CellKind::list && row.names.scale == service::Scale::natural;
}

} // namespace

RecordChanges changes_of(const ValueRow& row, Kinds kinds, const Value& before,
                         const Value& after) {
  if (tells_items_apart(row)) {
    if (!before.cell || !after.cell) return {};
    return changes_of_items(row, kinds, *before.cell, *after.cell);
  }
  const auto name = name_of_change(row, before.cell, after.cell);
  if (name.empty()) return {};
  RecordChange change{.kind = &find_kind(kinds, name),
                      .path = pointer_of_row(row.path),
                      .from = text_at(before.record, row.path),
                      .to = text_at(after.record, row.path),
                      .shown = shown_change(row, before.cell, after.cell)};
  if (change.from == null && change.to == null) return {};
  if (before.cell && after.cell && before.cell->text == after.cell->text &&
      differs_in_hidden_part(*before.cell, *after.cell))
    *change.shown.to += " (another one; they differ where they are masked)";
  if (row.names.is_price && is_known(before.cell, row.kind) && is_known(after.cell, row.kind))
    change.percent = percentage(*before.cell->number(), *after.cell->number());
  return {std::move(change)};
}

RecordChanges changes_of_others(const OtherMembers& others, std::string_view before,
                                std::string_view after) {
  RecordChanges changes;
  if (before == after) return changes;
  const auto old_members = other_members_of(others, before);
  const auto now_members = other_members_of(others, after);
  const auto old = by_name(old_members);
  const auto now = by_name(now_members);
  std::set<std::string_view> seen;
  for (const auto* members : {&old_members, &now_members})
    for (const auto& [name, text] : *members) {
      if (!seen.insert(name).second) continue;
      const auto from = parse_json(text_or_null(old, name), Reading::tolerant);
      const auto to = parse_json(text_or_null(now, name), Reading::tolerant);
      if (!from || !to || others.is_same(*from, *to)) continue;
      auto text_before = compact_json(text_or_null(old, name));
      auto text_after = compact_json(text_or_null(now, name));
      // The path has the name; there is no table row whose name could be used.
      changes.push_back(
          {.kind = &others.kind,
           .path = pointer_join(others.pointer, name),
           .from = text_before,
           .to = text_after,
           .shown = {.from = shown_value(*from, text_before), .to = shown_value(*to, text_after)}});
    }
  return changes;
}

void order_by_kind(RecordChanges& changes) {
  std::ranges::stable_sort(changes, [](const auto& a, const auto& b) { return a.kind < b.kind; });
}

} // namespace mrctl::compare
