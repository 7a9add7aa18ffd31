#include "mrctl/explain/explain.hpp"

#include "judge.hpp"
#include "question.hpp"
#include "ranking.hpp"
#include "rules.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace mrctl::explain {

namespace {

std::size_t eligible_in(const Explanation& explanation) {
  std::size_t count = 0;
  for (const auto& group : explanation.groups)
    count += count_of(group, Reach::eligible);
  return count;
}

// Each edit makes the body's lists anew and is tried on all endpoints, so the number of edits is
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

// Returns whether a JSON Pointer leads to a member or to a part of it.
bool holds(std::string_view branch, std::string_view pointer) {
  return pointer.starts_with(branch) &&
         (pointer.size() == branch.size() || pointer[branch.size()] == '/');
}

// Returns whether an edit can change what a rule says of an endpoint.
bool concerns(const Edit& edit, const Rule& rule) {
  const auto is_edited = [&](std::string_view member) {
    return holds(edit.path, member) || holds(member, edit.path);
  };
  return rule.scope == Scope::group || (!rule.pointer.empty() && is_edited(rule.pointer)) ||
         std::ranges::any_of(rule.also_asks, is_edited);
}

using EndpointSet = std::set<const service::Endpoint*>;

EndpointSet excluded_in(const Explanation& explanation) {
  EndpointSet excluded;
  for (const auto& group : explanation.groups)
    for (const auto& judged : group.endpoints)
      if (judged.reach == Reach::excluded) excluded.insert(judged.endpoint);
  return excluded;
}

// An edited body. Only the checks that the edit concerns are judged again.
class Trial {
public:
  Trial(const Json& body, const Premises& premises, const Explanation& before, const Edit& edit)
      : question_(read_question(body, premises)),
        judge_(question_, [&](const Rule& rule) { return concerns(edit, rule); }) {
    for (const auto& demand : before.demands)
      is_kept_.push_back(!concerns(edit, rule_of(demand.code)));
  }

  // Names what the edit opens of a group, in the order in which the group would be shown.
  [[nodiscard]] GroupGain gain_of(const Listing& listing, const ModelGroup& before,
                                  const EndpointSet& excluded_before) {
    auto view = view_of(listing, question_);
    auto endpoints = remaining(before);
    judge_.judge(endpoints, view);
    GroupGain gain;
    gain.eligible =
        static_cast<std::size_t>(std::ranges::count(endpoints, Reach::eligible, &Judged::reach));
    std::erase_if(endpoints, [&](const Judged& judged) {
      return judged.reach == Reach::excluded || !excluded_before.contains(judged.endpoint);
    });
    for (const auto& judged : ranked(std::move(endpoints), question_, view))
      (judged.reach == Reach::eligible ? gain.added : gain.unknown)
          .push_back(name_of(*judged.endpoint));
    return gain;
  }

private:
  // The endpoints that no kept check excludes, in the order of the listing.
  [[nodiscard]] std::vector<Judged> remaining(const ModelGroup& group) const {
    std::vector<std::pair<const ListedEndpoint*, Reach>> left;
    for (const auto& judged : group.endpoints) {
      auto reach = Reach::eligible;
      for (const auto& check : judged.checks)
        if (is_kept_[check.demand]) reach = worse(reach, check.verdict);
      if (reach != Reach::excluded) left.emplace_back(judged.listed, reach);
    }
    std::ranges::sort(left);
    std::vector<Judged> endpoints;
    endpoints.reserve(left.size());
    for (const auto& [listed, reach] : left)
      endpoints.push_back({.endpoint = listed->endpoint, .listed = listed, .reach = reach});
    return endpoints;
  }

  Question question_;
  Judge judge_;
  std::vector<bool> is_kept_; // by position in the demands
};

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
    Trial trial(body_after, premises, explanation, edit);
    auto& gain = found.emplace_back(Gain{.edit = edit});
    for (std::size_t i = 0; i < listings.size(); ++i)
      gain.groups.push_back(trial.gain_of(listings[i], explanation.groups[i], excluded));
  }
  const auto eligible_now = eligible_in(explanation);
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
