#include "judge.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/spec/rule.hpp"

#include "question.hpp"
#include "ranking.hpp"
#include "rules.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

namespace mrctl::explain {

GroupView view_of(const Listing& listing, const Question& question) {
  return {.only = GroupEntries(question.only, listing),
          .ignore = GroupEntries(question.ignore, listing),
          .order = GroupEntries(question.order, listing),
          .model = listing.model,
          .judged_by = listing.judged_by,
          .sort = question.sort == Sort::none && !listing.judged_by.empty()
                      ? sort_of_shortcut(listing.model)
                      : question.sort};
}

Reach worse(Reach reach, Verdict verdict) {
  if (verdict == Verdict::fail) return Reach::excluded;
  if (verdict == Verdict::unknown && reach == Reach::eligible) return Reach::unknown;
  return reach;
}

Judge::Judge(const Question& question, const std::function<bool(const Rule&)>& is_chosen)
    : question_(question) {
  for (const auto& rule : rules()) {
    if (!is_chosen(rule)) continue;
    if (auto demand = rule.ask(question, rule)) {
      applied_.push_back({&rule, demands_.size()});
      depends_on_group_ = depends_on_group_ || rule.scope == Scope::group;
      demands_.push_back(*std::move(demand));
    }
  }
}

void Judge::judge(std::vector<ExplainedEndpoint>& endpoints, GroupView& view) {
  for (auto& judged : endpoints) {
    judged.checks.reserve(applied_.size());
    apply(Scope::endpoint, judged, view);
  }
  if (!depends_on_group_) return;
  view.leader = leader_of(endpoints, view.sort);
  for (auto& judged : endpoints)
    apply(Scope::group, judged, view);
}

void Judge::apply(Scope scope, ExplainedEndpoint& judged, const GroupView& view) {
  const auto reach_before = judged.reach;
  for (const auto& [rule, position] : applied_) {
    if (rule->scope != scope) continue;
    auto finding = rule->judge({question_, view, *judged.listed, demands_[position], reach_before});
    if (!finding) continue;
    const bool is_assumed = finding->verdict == Verdict::unknown && is_assumed_to_pass(*rule);
    if (is_assumed) finding = RuleResult{.found = finding->found};
    if (!finding->composed.empty())
      finding->found = found_.emplace_back(std::move(finding->composed));
    judged.reach = worse(judged.reach, finding->verdict);
    judged.checks.push_back(
        {position, finding->verdict, finding->cause, is_assumed, finding->known, finding->found});
  }
}

bool Judge::is_assumed_to_pass(const Rule& rule) const {
  const auto& assumed = question_.premises.assumed;
  return spec::is_assumable(rule.code) && contains(assumed, rule.code);
}

const ListedEndpoint* Judge::leader_of(const std::vector<ExplainedEndpoint>& endpoints, Sort sort) {
  const ListedEndpoint* leader = nullptr;
  SortKey first;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto key = sort_key(*judged.listed, sort);
    if (leader != nullptr && !comes_before(key, first, sort)) continue;
    leader = judged.listed;
    first = key;
  }
  return leader;
}

std::optional<Edit> Judge::fix_of(const ExplainedEndpoint& judged, const GroupView& view) const {
  const Check* failed = nullptr;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::fail) continue;
    if (failed != nullptr) return std::nullopt;
    failed = &check;
  }
  if (failed == nullptr) return std::nullopt;
  const auto& demand = demands_[failed->demand];
  const auto edit = rule_of(demand.code).edit;
  if (edit == nullptr) return std::nullopt;
  return edit({question_, view, *judged.listed, demand, judged.reach});
}

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
      if (judged.fix && edits.size() < most && !contains(edits, *judged.fix))
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
    gain.eligible = static_cast<std::size_t>(
        std::ranges::count(endpoints, Reach::eligible, &ExplainedEndpoint::reach));
    std::erase_if(endpoints, [&](const ExplainedEndpoint& judged) {
      return judged.reach == Reach::excluded || !excluded_before.contains(judged.endpoint);
    });
    for (const auto& judged : ranked(std::move(endpoints), question_, view))
      (judged.reach == Reach::eligible ? gain.added : gain.unknown)
          .push_back(name_of(*judged.endpoint));
    return gain;
  }

private:
  // The endpoints that no kept check excludes, in the order of the listing.
  [[nodiscard]] std::vector<ExplainedEndpoint> remaining(const ModelGroup& group) const {
    std::vector<std::pair<const ListedEndpoint*, Reach>> left;
    for (const auto& judged : group.endpoints) {
      auto reach = Reach::eligible;
      for (const auto& check : judged.checks)
        if (is_kept_[check.demand]) reach = worse(reach, check.verdict);
      if (reach != Reach::excluded) left.emplace_back(judged.listed, reach);
    }
    std::ranges::sort(left);
    std::vector<ExplainedEndpoint> endpoints;
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
  return std::ranges::all_of(gain.groups, [](const GroupGain& group) {
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
  std::ranges::stable_sort(
      found, [](const Gain& one, const Gain& other) { return size_of(one) > size_of(other); });
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
