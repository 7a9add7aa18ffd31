#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/words.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mrctl::explain {

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
  Gain gain{.edit = edit, .eligible = eligible_in(after)};
  for (const auto& group : after)
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
    found.push_back(gain_of(edit, judged_groups(body_after, listings, usage), excluded));
  }
  const auto eligible_now = eligible_in(explanation.groups);
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

} // namespace mrctl::explain
