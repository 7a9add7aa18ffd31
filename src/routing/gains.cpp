#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/words.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mrctl::routing {

namespace {

// Each edit is tried on all endpoints, so their number is limited.
constexpr std::size_t most_tried = 64;

std::size_t eligible_in(const Explanation& explanation) {
  std::size_t count = 0;
  for (const auto& group : explanation.groups)
    count += count_of(group, Reach::eligible);
  return count;
}

std::vector<Edit> distinct_fixes(const Explanation& explanation) {
  std::vector<Edit> edits;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.fix && edits.size() < most_tried &&
          std::find(edits.begin(), edits.end(), *judged.fix) == edits.end())
        edits.push_back(*judged.fix);
  return edits;
}

std::set<const model::Endpoint*> excluded_in(const Explanation& explanation) {
  std::set<const model::Endpoint*> excluded;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.reach == Reach::excluded) excluded.insert(judged.endpoint);
  return excluded;
}

Gain gain_of(const Edit& edit, const Explanation& after,
             const std::set<const model::Endpoint*>& excluded_before) {
  Gain gain{.edit = edit, .eligible = eligible_in(after)};
  for (const auto& group : after.groups)
    for (const auto& judged : group.endpoints) {
      if (judged.reach == Reach::excluded || !excluded_before.contains(judged.endpoint)) continue;
      auto& names = judged.reach == Reach::eligible ? gain.added : gain.unknown;
      names.push_back(name_of(*judged.endpoint));
    }
  return gain;
}

} // namespace

std::vector<Gain> gains(const Json& body, std::span<const Listing> listings, const Usage& usage,
                        const Explanation& explanation, std::size_t limit) {
  const auto excluded = excluded_in(explanation);
  std::vector<Gain> found;
  for (const auto& edit : distinct_fixes(explanation)) {
    const auto body_after = edited(body, edit);
    found.push_back(gain_of(edit, explain(body_after, listings, usage), excluded));
  }
  const auto eligible_now = eligible_in(explanation);
  std::erase_if(found, [&](const Gain& gain) {
    return gain.eligible < eligible_now || (gain.added.empty() && gain.unknown.empty());
  });
  std::stable_sort(found.begin(), found.end(), [](const Gain& one, const Gain& other) {
    return std::pair(one.eligible, one.unknown.size()) >
           std::pair(other.eligible, other.unknown.size());
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

} // namespace mrctl::routing
