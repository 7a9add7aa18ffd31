#include "mrctl/routing/listing_comparison.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mrctl::routing {

namespace {

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
bool is_readable(const MaybeCell& cell, output::CellKind kind) {
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

// Returns the kind of change of a value that is known on both sides; empty if it is equal.
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
  const bool was_known = is_readable(before, row.kind);
  const bool known = is_readable(after, row.kind);
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

// Returns the changes of one value: at most one, or one for each item of a list whose row tells
// added ones from removed ones. Null is the same as nothing.
RecordChanges changes_of(const ValueRow& row, const Value& before, const Value& after) {
  if (row.kind == output::CellKind::list && row.names.scale == service::Scale::natural) {
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
  if (row.names.is_price && is_readable(before.cell, row.kind) && is_readable(after.cell, row.kind))
    change.percent = percentage(*before.cell->number(), *after.cell->number());
  return {std::move(change)};
}

constexpr std::string_view overrides = "overrides";
constexpr std::string_view not_a_price = "discount";
constexpr std::string_view of_million = "per million tokens";

using Listed = std::optional<JsonView>;

std::optional<Decimal> decimal_of_price(const Listed& value) {
  if (!value || (!value->is_string() && !value->is_number())) return std::nullopt;
  return service::price_in(text_or_spelling(*value));
}

std::string text_or_null(const Listed& value) {
  return value ? compact_json(value->text()) : "null";
}

// A price as both listings have it.
struct PricePair {
  std::string_view name;
  std::string path;
  Listed before;
  Listed after;
  std::string condition{}; // of an override
};

std::optional<std::string> shown_price(const std::optional<Decimal>& price, const Listed& value,
                                       int power_of_ten) {
  if (price) return price->shifted(power_of_ten).text();
  if (!value || value->is_null()) return std::nullopt;
  return value->is_string() ? value->string() : compact_json(value->text());
}

std::string_view kind_of(const std::optional<Decimal>& from, const std::optional<Decimal>& to) {
  if (!from && !to) return "price-other";
  if (!from) return "price-known";
  if (!to) return "price-unknown";
  return *from < *to ? "price-up" : "price-down";
}

// A negative price is not known.
std::optional<RecordChange> change_of(const PricePair& pair) {
  auto from = decimal_of_price(pair.before);
  auto to = decimal_of_price(pair.after);
  if (from && to ? *from == *to : text_or_null(pair.before) == text_or_null(pair.after))
    return std::nullopt;
  for (auto* side : {&from, &to})
    if (pair.name == not_a_price || pair.name == overrides || (*side && (*side)->is_negative()))
      side->reset();
  const bool is_of_token = service::is_price_per_token(pair.name) && (from || to);
  const int power_of_ten = is_of_token ? 6 : 0; // people see prices of a million tokens
  RecordChange change{.kind = &find_kind(kind_of(from, to)),
                      .path = pair.path,
                      .from = text_or_null(pair.before),
                      .to = text_or_null(pair.after),
                      .shown = {.unit = is_of_token ? of_million : std::string_view(),
                                .from = shown_price(from, pair.before, power_of_ten),
                                .to = shown_price(to, pair.after, power_of_ten)}};
  if (!pair.condition.empty()) change.shown.title = fmt::format("{} {}", pair.name, pair.condition);
  if (from && to) change.percent = percentage(*from, *to);
  return change;
}

// An override: its prices, and its conditions without nulls, sorted by name.
struct Override {
  std::size_t index = 0;
  std::map<std::string, Json> conditions{};
  std::vector<std::pair<std::string, JsonView>> prices{};

  [[nodiscard]] Listed price(std::string_view name) const {
    const auto found = std::ranges::find(
        prices, name, [](const auto& price) { return std::string_view(price.first); });
    return found == prices.end() ? Listed() : Listed(found->second);
  }
};

Override compared_override(const JsonView& object, const JsonView& pricing, std::size_t index) {
  const auto read = service::read_price_override(object, pricing);
  Override out{.index = index};
  for (const auto* items : {&read.prices, &read.discounts})
    for (const auto& item : *items)
      out.prices.emplace_back(item.key(), item.value);
  for (const auto& condition : read.conditions)
    out.conditions.insert_or_assign(condition.key(), condition.value.value());
  return out;
}

// "above 200000 tokens".
std::string words_on(const std::map<std::string, Json>& conditions) {
  if (conditions.empty()) return "always";
  const auto text_of = [](const Json& value) {
    return value.is_string() ? value.get<std::string>() : dump_json(value);
  };
  const auto& [key, value] = *conditions.begin();
  if (conditions.size() == 1 && key == "min_prompt_tokens")
    return fmt::format("above {} tokens", text_of(value));
  std::string out;
  for (const auto& [name, part] : conditions)
    out += fmt::format("{} {} {}", out.empty() ? "under" : ",", name, text_of(part));
  return out;
}

using Overrides = std::vector<Override>;

// Returns nothing for a value that is no list of objects.
std::optional<Overrides> overrides_in(const JsonView& pricing) {
  const auto list = find_member(pricing, overrides);
  if (!list || list->is_null()) return Overrides{};
  if (!list->is_array()) return std::nullopt;
  Overrides out;
  for (const auto& item : list->items()) {
    if (!item.value.is_object()) return std::nullopt;
    out.push_back(compared_override(item.value, pricing, out.size()));
  }
  return out;
}

// Returns the price of an override, else the one that holds without it.
Listed price_under(const Override* override, const JsonView& pricing, std::string_view name) {
  const auto own = override == nullptr ? Listed() : override->price(name);
  return own ? own : find_member(pricing, name);
}

class PriceComparison {
public:
  PriceComparison(const JsonView& before, const JsonView& after) : before_(before), after_(after) {}

  void add_members() {
    std::vector<std::string> names;
    for (const auto* side : {&before_, &after_})
      if (side->is_object())
        for (const auto& item : side->items())
          add_name(names, item.key());
    for (const auto& name : names)
      if (name != overrides &&
          find_row(service::all_columns(), &service::Column::path, "pricing." + name) == nullptr)
        add({name, pointer_join("/pricing", name), find_member(before_, name),
             find_member(after_, name)});
  }

  void add_overrides() {
    const auto old = overrides_in(before_);
    const auto now = overrides_in(after_);
    if (!old || !now)
      return add({overrides, pointer_join("/pricing", overrides), find_member(before_, overrides),
                  find_member(after_, overrides)});
    auto left = mapped(*old, [&](const auto& each) { return &each; });
    for (const auto& each : *now) {
      const auto same = std::ranges::find_if(
          left, [&](const Override* other) { return other->conditions == each.conditions; });
      add_override(same == left.end() ? nullptr : *same, &each);
      if (same != left.end()) left.erase(same);
    }
    for (const auto* each : left)
      add_override(each, nullptr);
  }

  [[nodiscard]] RecordChanges take() { return std::move(changes_); }

private:
  static void add_name(std::vector<std::string>& names, std::string name) {
    if (!contains(names, name)) names.push_back(std::move(name));
  }

  void add(const PricePair& pair) {
    if (auto change = change_of(pair)) changes_.push_back(*std::move(change));
  }

  void add_override(const Override* old, const Override* now) {
    const auto& shown = now == nullptr ? *old : *now;
    std::vector<std::string> names;
    for (const auto* side : {old, now})
      if (side != nullptr)
        for (const auto& price : side->prices)
          add_name(names, price.first);
    for (const auto& name : names)
      add({name, pointer_join(fmt::format("/pricing/{}/{}", overrides, shown.index), name),
           price_under(old, before_, name), price_under(now, after_, name),
           words_on(shown.conditions)});
  }

  const JsonView& before_;
  const JsonView& after_;
  RecordChanges changes_;
};

// Compares the members of two objects `pricing`, given as JSON text, that no column describes.
// Decimals are prices, but for `discount`; anything else that differs is price-other. Overrides are
// paired by their conditions, and the prices of one that came or went are compared with those that
// hold without it.
RecordChanges changes_of_prices(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const JsonIndex old(before);
  const JsonIndex now(after);
  const auto old_root = old.root();
  const auto now_root = now.root();
  PriceComparison comparison(old_root, now_root);
  comparison.add_members();
  comparison.add_overrides();
  return comparison.take();
}

std::string_view tag_of(const service::Endpoint& endpoint) {
  return endpoint.tag.value_or(std::string_view());
}

std::string_view pricing_of(std::string_view endpoint) {
  return json_member(endpoint, "pricing").value_or("{}");
}

// An endpoint in one of the two listings.
struct Side {
  const service::Model& model;
  const service::Endpoint& endpoint;
};

// The endpoints of a model that are not matched yet, by what they are known by: the tag, or the
// provider's name.
class Unmatched {
public:
  explicit Unmatched(const service::Model& model) {
    const auto& endpoints = model.endpoints;
    for (auto i = endpoints.size(); i-- > 0;)
      places_[key_of(endpoints[i])].push_back(i);
  }

  // Returns the position of the next endpoint that is known by the same, or nothing.
  std::optional<std::size_t> take_like(const service::Endpoint& endpoint) {
    const auto found = places_.find(key_of(endpoint));
    if (found == places_.end() || found->second.empty()) return std::nullopt;
    const auto place = found->second.back();
    found->second.pop_back();
    return place;
  }

private:
  using Key = std::pair<bool, std::string_view>;

  static Key key_of(const service::Endpoint& endpoint) {
    const auto tag = tag_of(endpoint);
    return {!tag.empty(), tag.empty() ? endpoint.provider_name.value_or("") : tag};
  }

  std::map<Key, std::vector<std::size_t>> places_; // the last one first
};

RecordChange all_of_it(std::string_view kind) {
  return {.kind = &find_kind(kind)};
}

class ListingComparison {
public:
  explicit ListingComparison(service::ValueSource deepest) {
    for (const auto& column : service::all_columns())
      if (column.changes.is_compared() && find_kind(column.changes.more).source <= deepest)
        columns_.push_back(&column);
  }

  void compare(const service::Model& before, const service::Model* after) {
    ++out_.models;
    out_.endpoints_before += before.endpoints.size();
    if (after == nullptr) return remove(before);
    out_.endpoints_after += after->endpoints.size();
    Unmatched unmatched(*after);
    std::vector<bool> is_matched(after->endpoints.size(), false);
    for (const auto& endpoint : before.endpoints) {
      const auto place = unmatched.take_like(endpoint);
      if (place) is_matched[*place] = true;
      const auto* now = place ? &after->endpoints[*place] : nullptr;
      out_.endpoints.push_back({*before.id, &endpoint, now,
                                now == nullptr
                                    ? RecordChanges{all_of_it(service::removed)}
                                    : changes_between({before, endpoint}, {*after, *now})});
    }
    for (std::size_t i = 0; i < is_matched.size(); ++i)
      if (!is_matched[i])
        out_.endpoints.push_back(
            {*before.id, nullptr, &after->endpoints[i], {all_of_it(service::added)}});
  }

  void add(const service::Model& after) {
    ++out_.models;
    out_.endpoints_after += after.endpoints.size();
    for (const auto& endpoint : after.endpoints)
      out_.endpoints.push_back({*after.id, nullptr, &endpoint, {all_of_it(service::added)}});
  }

  [[nodiscard]] EndpointComparison take() && { return std::move(out_); }

private:
  void remove(const service::Model& before) {
    for (const auto& endpoint : before.endpoints)
      out_.endpoints.push_back({*before.id, &endpoint, nullptr, {all_of_it(service::removed)}});
  }

  // Most endpoints are identical byte for byte.
  [[nodiscard]] RecordChanges changes_between(const Side& before, const Side& after) const {
    if (before.endpoint.json == after.endpoint.json) return {};
    RecordChanges changes;
    for (const auto* column : columns_) {
      const ValueRow row{column->name, column->path, column->unit, column->kind, column->changes};
      auto found =
          changes_of(row, {column->cell(before.model, before.endpoint), before.endpoint.json},
                     {column->cell(after.model, after.endpoint), after.endpoint.json});
      append(changes, std::move(found));
    }
    auto others =
        changes_of_prices(pricing_of(before.endpoint.json), pricing_of(after.endpoint.json));
    append(changes, std::move(others));
    std::ranges::stable_sort(changes, [](const auto& a, const auto& b) { return a.kind < b.kind; });
    return changes;
  }

  std::vector<const service::Column*> columns_;
  EndpointComparison out_;
};

} // namespace

std::string_view ComparedEndpoint::tag() const {
  return tag_of(before == nullptr ? *after : *before);
}

std::string_view ComparedEndpoint::provider() const {
  return (before == nullptr ? *after : *before).provider_name.value_or("");
}

EndpointComparison compare_listings(std::span<const service::Model> before,
                                    std::span<const service::Model> after,
                                    service::ValueSource deepest) {
  std::unordered_map<std::string_view, const service::Model*> now;
  for (const auto& listed : after)
    now.emplace(*listed.id, &listed);
  ListingComparison comparison(deepest);
  std::unordered_map<std::string_view, const service::Model*> old;
  for (const auto& listed : before) {
    const auto found = now.find(*listed.id);
    comparison.compare(listed, found == now.end() ? nullptr : found->second);
    old.emplace(*listed.id, &listed);
  }
  for (const auto& listed : after)
    if (!old.contains(*listed.id)) comparison.add(listed);
  return std::move(comparison).take();
}

} // namespace mrctl::routing
