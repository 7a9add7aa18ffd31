#include "mrctl/compare/endpoints.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "record_comparison.hpp"

#include <iterator>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mrctl::compare {

namespace {

constexpr Kinds endpoint_kinds = service::endpoint_change_kinds;

std::string_view tag_of(const service::Endpoint& endpoint) {
  return endpoint.tag ? std::string_view(*endpoint.tag) : std::string_view();
}

std::string_view pricing_of(std::string_view endpoint) {
  return json_member(endpoint, "pricing").value_or("{}");
}

std::optional<Decimal> decimal_of(const Json& value) {
  if (value.is_string()) return Decimal::parse(value.get_ref<const std::string&>());
  return is_number(value) ? Decimal::parse(dump_json(value)) : std::nullopt;
}

// One side of a model: its endpoints and their JSON texts.
struct Side {
  const service::Model* model = nullptr;
  std::vector<std::string_view> texts{};

  explicit Side(const ListedModel& listed)
      : model(&listed.model),
        texts(json_elements(json_member(listed.text, "endpoints").value_or(std::string_view()))) {}
};

// The endpoints of a model that are not matched yet, by tag.
class Unmatched {
public:
  explicit Unmatched(const service::Model& model) {
    const auto& endpoints = model.endpoints;
    for (auto i = endpoints.size(); i-- > 0;)
      places_[tag_of(endpoints[i])].push_back(i);
  }

  // Returns the position of the next endpoint of that tag, or nothing.
  std::optional<std::size_t> take(std::string_view tag) {
    const auto found = places_.find(tag);
    if (found == places_.end() || found->second.empty()) return std::nullopt;
    const auto place = found->second.back();
    found->second.pop_back();
    return place;
  }

private:
  std::unordered_map<std::string_view, std::vector<std::size_t>> places_; // the last one first
};

RecordChange all_of_it(std::string_view kind) {
  return {.kind = &find_kind(endpoint_kinds, kind)};
}

bool is_a_column(std::string_view price) {
  const auto path = "pricing." + std::string(price);
  return find_row(service::all_columns(), &service::Column::path, path) != nullptr;
}

// Exact decimals, however they are spelled.
bool is_same_price(const Json& before, const Json& after) {
  const auto old = decimal_of(before);
  const auto now = decimal_of(after);
  return old && now ? old == now : before == after;
}

constexpr OtherMembers other_prices{
    .kind = find_kind(endpoint_kinds, "price-other"),
    .pointer = "/pricing",
    .is_described = is_a_column,
    .is_same = is_same_price,
};

class ListingComparison {
public:
  explicit ListingComparison(service::ValueSource deepest) {
    for (const auto& column : service::all_columns())
      if (column.changes.is_compared() &&
          find_kind(endpoint_kinds, column.changes.more).source <= deepest)
        columns_.push_back(&column);
  }

  void compare(const ListedModel& before, const ListedModel* after);
  void add(const ListedModel& after);
  [[nodiscard]] EndpointComparison take() && { return std::move(out_); }

private:
  void remove(const ListedModel& before);
  [[nodiscard]] RecordChanges changes_between(const Side& before, std::size_t b, const Side& after,
                                              std::size_t a) const;

  std::vector<const service::Column*> columns_;
  EndpointComparison out_;
};

void ListingComparison::compare(const ListedModel& before, const ListedModel* after) {
  ++out_.models;
  out_.endpoints_before += before.model.endpoints.size();
  if (after == nullptr) return remove(before);
  out_.endpoints_after += after->model.endpoints.size();
  const Side old(before);
  const Side now(*after);
  Unmatched unmatched(*now.model);
  std::vector<bool> is_matched(now.model->endpoints.size(), false);
  for (std::size_t b = 0; b < old.model->endpoints.size(); ++b) {
    const auto& endpoint = old.model->endpoints[b];
    const auto a = unmatched.take(tag_of(endpoint));
    if (a) is_matched[*a] = true;
    out_.endpoints.push_back(
        {*before.model.id, &endpoint, a ? &now.model->endpoints[*a] : nullptr,
         a ? changes_between(old, b, now, *a) : RecordChanges{all_of_it(service::removed)}});
  }
  for (std::size_t a = 0; a < is_matched.size(); ++a)
    if (!is_matched[a])
      out_.endpoints.push_back(
          {*before.model.id, nullptr, &now.model->endpoints[a], {all_of_it(service::added)}});
}

void ListingComparison::remove(const ListedModel& before) {
  for (const auto& endpoint : before.model.endpoints)
    out_.endpoints.push_back({*before.model.id, &endpoint, nullptr, {all_of_it(service::removed)}});
}

void ListingComparison::add(const ListedModel& after) {
  ++out_.models;
  out_.endpoints_after += after.model.endpoints.size();
  for (const auto& endpoint : after.model.endpoints)
    out_.endpoints.push_back({*after.model.id, nullptr, &endpoint, {all_of_it(service::added)}});
}

// Most endpoints are identical byte for byte.
RecordChanges ListingComparison::changes_between(const Side& before, std::size_t b,
                                                 const Side& after, std::size_t a) const {
  if (before.texts[b] == after.texts[a]) return {};
  RecordChanges changes;
  for (const auto* column : columns_) {
    const ValueRow row{column->name, column->path, column->unit, column->kind, column->changes};
    auto found =
        changes_of(row, endpoint_kinds,
                   {column->cell(*before.model, before.model->endpoints[b]), before.texts[b]},
                   {column->cell(*after.model, after.model->endpoints[a]), after.texts[a]});
    std::move(found.begin(), found.end(), std::back_inserter(changes));
  }
  auto others =
      changes_of_others(other_prices, pricing_of(before.texts[b]), pricing_of(after.texts[a]));
  std::move(others.begin(), others.end(), std::back_inserter(changes));
  order_by_kind(changes);
  return changes;
}

} // namespace

std::string_view ComparedEndpoint::tag() const {
  return tag_of(before == nullptr ? *after : *before);
}

EndpointComparison compare_listings(std::span<const ListedModel> before,
                                    std::span<const ListedModel> after,
                                    service::ValueSource deepest) {
  std::unordered_map<std::string_view, const ListedModel*> now;
  for (const auto& listed : after)
    now.emplace(*listed.model.id, &listed);
  ListingComparison comparison(deepest);
  std::unordered_map<std::string_view, const ListedModel*> old;
  for (const auto& listed : before) {
    const auto found = now.find(*listed.model.id);
    comparison.compare(listed, found == now.end() ? nullptr : found->second);
    old.emplace(*listed.model.id, &listed);
  }
  for (const auto& listed : after)
    if (!old.contains(*listed.model.id)) comparison.add(listed);
  return std::move(comparison).take();
}

} // namespace mrctl::compare
