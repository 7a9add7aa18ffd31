#include "mrctl/compare/endpoints.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "prices.hpp"
#include "record_comparison.hpp"

#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace mrctl::compare {

namespace {

std::string_view tag_of(const service::Endpoint& endpoint) {
  return endpoint.tag.value_or(std::string_view());
}

std::string_view pricing_of(std::string_view endpoint) {
  return json_member(endpoint, "pricing").value_or("{}");
}

// One side of an endpoint.
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
    order_by_kind(changes);
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

} // namespace mrctl::compare
