#include "ranking.hpp"

#include "mrctl/explain/explanation.hpp"

#include "limit_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::string_view fallback = "fallback";

using Part = std::vector<ExplainedEndpoint*>;

void sort_by(Part& part, Sort sort) {
  if (!is_known(sort) || part.size() < 2) return;
  std::vector<std::pair<SortKey, ExplainedEndpoint*>> keyed;
  for (auto* judged : part)
    keyed.emplace_back(sort_key(*judged->listed, sort), judged);
  std::ranges::stable_sort(keyed, [&](const auto& one, const auto& other) {
    return comes_before(one.first, other.first, sort);
  });
  std::ranges::transform(keyed, part.begin(), [](const auto& pair) { return pair.second; });
}

// The reachable endpoints in parts: one for each entry of `order`, then the rest.
std::vector<Part> parts_of(std::vector<ExplainedEndpoint>& endpoints, const GroupEntries& order) {
  std::vector<Part> parts(order.all().size() + 1);
  for (auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto entry = order.first_match(*judged.listed);
    parts[entry.value_or(parts.size() - 1)].push_back(&judged);
  }
  return parts;
}

void give_ranks(std::vector<ExplainedEndpoint>& endpoints, const Question& question,
                const GroupView& group) {
  auto parts = parts_of(endpoints, group.order);
  std::size_t rank = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sort_by(parts[i], group.sort);
    const bool is_rest = i + 1 == parts.size();
    for (auto* judged : parts[i]) {
      if (!is_rest || is_known(group.sort)) judged->rank = ++rank;
      if (!is_rest)
        judged->reason = fmt::format("order[{}]", group.order.all()[i].index);
      else
        judged->reason = group.order.all().empty() ? reason_of(question, group.sort) : fallback;
    }
  }
}

// Ranked ones, eligible ones without a rank, unknown ones, excluded ones.
auto place_of(const ExplainedEndpoint& judged) {
  const int kind = judged.rank                       ? 0
                   : judged.reach == Reach::eligible ? 1
                   : judged.reach == Reach::unknown  ? 2
                                                     : 3;
  return std::pair(kind, judged.rank.value_or(0));
}

} // namespace

SortKey sort_key(const ListedEndpoint& endpoint, Sort sort) {
  const auto value_of = [](const std::optional<Decimal>& value) {
    return value ? &*value : nullptr;
  };
  switch (sort) {
  case Sort::price: {
    const SortKey key{value_of(endpoint.prompt.known), value_of(endpoint.completion.known)};
    return key.second == nullptr ? SortKey{} : key;
  }
  case Sort::latency:
    return {value_of(endpoint.latency)};
  case Sort::throughput:
    return {value_of(endpoint.throughput)};
  case Sort::none:
  case Sort::undecidable:
    break;
  }
  return {};
}

bool comes_before(const SortKey& one, const SortKey& other, Sort sort) {
  if (one.first == nullptr || other.first == nullptr)
    return one.first != nullptr && other.first == nullptr;
  if (sort == Sort::throughput) return *other.first < *one.first;
  const auto order = *one.first <=> *other.first;
  return order < 0 || (order == 0 && one.second != nullptr && *one.second < *other.second);
}

std::string reason_of(const Question& question, Sort sort) {
  if (!question.order.empty()) return "order";
  if (sort == Sort::none) return "balanced";
  if (is_known(sort)) return fmt::format("sort: {}", sort_name(sort));
  return "sort: not decidable from a listing";
}

std::vector<ExplainedEndpoint> ranked(std::vector<ExplainedEndpoint> endpoints,
                                      const Question& question, const GroupView& group) {
  give_ranks(endpoints, question, group);
  using Place = decltype(place_of(endpoints.front()));
  std::vector<std::pair<Place, ExplainedEndpoint*>> places;
  places.reserve(endpoints.size());
  for (auto& judged : endpoints)
    places.emplace_back(place_of(judged), &judged);
  std::ranges::sort(places); // of the same place, in the order of the listing
  std::vector<ExplainedEndpoint> out;
  out.reserve(endpoints.size());
  for (const auto& [place, judged] : places)
    out.push_back(std::move(*judged));
  return out;
}

} // namespace mrctl::explain
