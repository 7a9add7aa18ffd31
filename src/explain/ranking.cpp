#include "ranking.hpp"

#include "mrctl/explain/explanation.hpp"

#include "limit_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::string_view fallback = "fallback";

using Part = std::vector<Judged*>;

void sort_by(Part& part, Sort sort) {
  if (!is_known(sort) || part.size() < 2) return;
  std::vector<std::pair<SortKey, Judged*>> keyed;
  for (auto* judged : part)
    keyed.emplace_back(sort_key(*judged->endpoint, sort), judged);
  std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& one, const auto& other) {
    return comes_before(one.first, other.first, sort);
  });
  std::ranges::transform(keyed, part.begin(), [](const auto& pair) { return pair.second; });
}

// The reachable endpoints in parts: one for each entry of `order`, then the rest.
std::vector<Part> parts_of(std::vector<Judged>& endpoints, const GroupEntries& order) {
  std::vector<Part> parts(order.all().size() + 1);
  for (auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto entry = order.first_match(*judged.endpoint);
    parts[entry.value_or(parts.size() - 1)].push_back(&judged);
  }
  return parts;
}

void give_ranks(std::vector<Judged>& endpoints, const Question& question, const GroupView& group) {
  auto parts = parts_of(endpoints, group.order);
  std::size_t rank = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sort_by(parts[i], question.sort);
    const bool is_rest = i + 1 == parts.size();
    for (auto* judged : parts[i]) {
      if (!is_rest || is_known(question.sort)) judged->rank = ++rank;
      if (!is_rest)
        judged->reason = fmt::format("order[{}]", group.order.all()[i].index);
      else
        judged->reason = group.order.all().empty() ? reason_of(question) : fallback;
    }
  }
}

// Ranked ones, eligible ones without a rank, unknown ones, excluded ones.
auto place_of(const Judged& judged) {
  const int kind = judged.rank                       ? 0
                   : judged.reach == Reach::eligible ? 1
                   : judged.reach == Reach::unknown  ? 2
                                                     : 3;
  return std::pair(kind, judged.rank.value_or(0));
}

} // namespace

SortKey sort_key(const service::Endpoint& endpoint, Sort sort) {
  const auto single = [](std::optional<service::NumberView> number) -> SortKey {
    auto value = number ? number->value() : std::nullopt;
    return value ? SortKey(std::in_place, *std::move(value), Decimal{}) : std::nullopt;
  };
  switch (sort) {
  case Sort::price: {
    auto prompt = known_price(endpoint.pricing.prompt);
    auto completion = known_price(endpoint.pricing.completion);
    if (!prompt || !completion) return std::nullopt;
    return SortKey(std::in_place, *std::move(prompt), *std::move(completion));
  }
  case Sort::latency:
    return single(endpoint.latency_last_30m.p50);
  case Sort::throughput:
    return single(endpoint.throughput_last_30m.p50);
  case Sort::none:
  case Sort::undecidable:
    break;
  }
  return std::nullopt;
}

bool comes_before(const SortKey& one, const SortKey& other, Sort sort) {
  if (!one || !other) return one && !other;
  return sort == Sort::throughput ? *other < *one : *one < *other;
}

std::string reason_of(const Question& question) {
  if (!question.order.empty()) return "order";
  if (question.sort == Sort::none) return "balanced";
  if (is_known(question.sort)) return fmt::format("sort: {}", sort_name(question.sort));
  return "sort: not decidable from a listing";
}

std::vector<Judged> ranked(std::vector<Judged> endpoints, const Question& question,
                           const GroupView& group) {
  give_ranks(endpoints, question, group);
  std::stable_sort(endpoints.begin(), endpoints.end(), [](const Judged& one, const Judged& other) {
    return place_of(one) < place_of(other);
  });
  return endpoints;
}

} // namespace mrctl::explain
