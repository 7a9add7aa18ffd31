#include "ranking.hpp"

#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/explanation.hpp"

#include "limit_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::string_view fallback = "fallback";

bool is_cheaper(const service::Endpoint& one, const service::Endpoint& other) {
  const auto prices = [](const service::Endpoint& endpoint) {
    return std::pair(known_price(endpoint.pricing.prompt),
                     known_price(endpoint.pricing.completion));
  };
  const auto are_known = [](const auto& pair) { return pair.first && pair.second; };
  const auto ones = prices(one);
  const auto others = prices(other);
  if (!are_known(ones) || !are_known(others)) return are_known(ones) && !are_known(others);
  return ones < others;
}

using MaybeDecimal = std::optional<Decimal>;

MaybeDecimal value_of(const std::optional<service::Number>& number) {
  return number ? number->value() : std::nullopt;
}

bool is_smaller(const MaybeDecimal& one, const MaybeDecimal& other) {
  return one && (!other || *one < *other);
}

bool is_larger(const MaybeDecimal& one, const MaybeDecimal& other) {
  return one && (!other || *one > *other);
}

using Part = std::vector<Judged*>;

void sort_by(Part& part, Sort sort) {
  if (!is_known(sort)) return;
  std::stable_sort(part.begin(), part.end(), [&](const Judged* one, const Judged* other) {
    return comes_before(*one->endpoint, *other->endpoint, sort);
  });
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

bool comes_before(const service::Endpoint& one, const service::Endpoint& other, Sort sort) {
  switch (sort) {
  case Sort::price:
    return is_cheaper(one, other);
  case Sort::latency:
    return is_smaller(value_of(one.latency_last_30m.p50), value_of(other.latency_last_30m.p50));
  case Sort::throughput:
    return is_larger(value_of(one.throughput_last_30m.p50),
                     value_of(other.throughput_last_30m.p50));
  case Sort::none:
  case Sort::undecidable:
    break;
  }
  return false;
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

namespace {

using Groups = std::vector<ModelGroup>;

std::size_t eligible_in(const Groups& groups) {
  std::size_t count = 0;
  for (const auto& group : groups)
    count += count_of(group, Reach::eligible);
  return count;
}

// Each edit is tried on all endpoints, and makes the body's lists anew, so the number of edits is
// limited.
std::size_t most_tried(const Explanation& explanation) {
  constexpr std::size_t most = 64;
  constexpr std::size_t most_entries = 1'000'000; // in all tried bodies
  std::size_t entries = 1;
  for (const auto& demand : explanation.demands)
    entries += demand.asked.is_array() ? demand.asked.size() : 0;
  return std::clamp<std::size_t>(most_entries / entries, 1, most);
}

std::vector<Edit> distinct_fixes(const Explanation& explanation) {
  const auto most = most_tried(explanation);
  std::vector<Edit> edits;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.fix && edits.size() < most &&
          std::find(edits.begin(), edits.end(), *judged.fix) == edits.end())
        edits.push_back(*judged.fix);
  return edits;
}

std::set<const service::Endpoint*> excluded_in(const Explanation& explanation) {
  std::set<const service::Endpoint*> excluded;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.reach == Reach::excluded) excluded.insert(judged.endpoint);
  return excluded;
}

Gain gain_of(const Edit& edit, const Groups& after,
             const std::set<const service::Endpoint*>& excluded_before) {
  Gain gain{.edit = edit};
  for (const auto& group : after) {
    auto& out = gain.groups.emplace_back();
    out.eligible = count_of(group, Reach::eligible);
    for (const auto& judged : group.endpoints) {
      if (judged.reach == Reach::excluded || !excluded_before.contains(judged.endpoint)) continue;
      auto& names = judged.reach == Reach::eligible ? out.added : out.unknown;
      names.push_back(name_of(*judged.endpoint));
    }
  }
  return gain;
}

// Eligible endpoints, and those that become unknown instead of excluded, in all groups.
std::pair<std::size_t, std::size_t> size_of(const Gain& gain) {
  std::pair<std::size_t, std::size_t> size;
  for (const auto& group : gain.groups) {
    size.first += group.eligible;
    size.second += group.unknown.size();
  }
  return size;
}

bool adds_nothing(const Gain& gain) {
  return std::all_of(gain.groups.begin(), gain.groups.end(), [](const GroupGain& group) {
    return group.added.empty() && group.unknown.empty();
  });
}

} // namespace

std::vector<Gain> gains(const Json& body, std::span<const Listing> listings,
                        const Premises& premises, const Explanation& explanation,
                        std::size_t limit) {
  const auto excluded = excluded_in(explanation);
  std::vector<Gain> found;
  for (const auto& edit : distinct_fixes(explanation)) {
    const auto body_after = edited(body, edit);
    found.push_back(gain_of(edit, judged_groups(body_after, listings, premises), excluded));
  }
  const auto eligible_now = eligible_in(explanation.groups);
  std::erase_if(found, [&](const Gain& gain) {
    return size_of(gain).first < eligible_now || adds_nothing(gain);
  });
  std::stable_sort(found.begin(), found.end(), [](const Gain& one, const Gain& other) {
    return size_of(one) > size_of(other);
  });
  found.resize(std::min(found.size(), limit));
  return found;
}

Json edited(Json body, const Edit& edit) {
  const Json::json_pointer path(edit.path);
  if (auto value = value_after(edit))
    body[path] = *std::move(value);
  else
    body[path.parent_pointer()].erase(path.back());
  return body;
}

} // namespace mrctl::explain
