#include "judge.hpp"

#include "mrctl/spec/rule.hpp"

#include "question.hpp"
#include "ranking.hpp"

#include <algorithm>

namespace mrctl::explain {

GroupView view_of(const Listing& listing, const Question& question) {
  const auto& endpoints = listing.listed->endpoints;
  return {.only = GroupEntries(question.only, endpoints),
          .ignore = GroupEntries(question.ignore, endpoints),
          .order = GroupEntries(question.order, endpoints)};
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
      asked_.push_back({&rule, demands_.size()});
      depends_on_group_ = depends_on_group_ || rule.scope == Scope::group;
      demands_.push_back(*std::move(demand));
    }
  }
}

void Judge::judge(std::vector<Judged>& endpoints, GroupView& view) {
  for (auto& judged : endpoints) {
    judged.checks.reserve(asked_.size());
    apply(Scope::endpoint, judged, view);
  }
  if (!depends_on_group_) return;
  view.leader = leader_of(endpoints);
  for (auto& judged : endpoints)
    apply(Scope::group, judged, view);
}

void Judge::apply(Scope scope, Judged& judged, const GroupView& view) {
  const auto reach_before = judged.reach;
  for (const auto& [rule, position] : asked_) {
    if (rule->scope != scope) continue;
    auto finding = rule->judge({question_, view, *judged.listed, demands_[position], reach_before});
    if (!finding) continue;
    const bool is_assumed = finding->verdict == Verdict::unknown && is_assumed_to_pass(*rule);
    if (is_assumed) finding = Judgement{.found = finding->found};
    if (!finding->composed.empty())
      finding->found = found_.emplace_back(std::move(finding->composed));
    judged.reach = worse(judged.reach, finding->verdict);
    judged.checks.push_back(
        {position, finding->verdict, finding->cause, is_assumed, finding->found});
  }
}

bool Judge::is_assumed_to_pass(const Rule& rule) const {
  const auto& assumed = question_.premises.assumed;
  return spec::is_assumable(rule.code) && std::ranges::find(assumed, rule.code) != assumed.end();
}

const ListedEndpoint* Judge::leader_of(const std::vector<Judged>& endpoints) const {
  const ListedEndpoint* leader = nullptr;
  SortKey first;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    const auto key = sort_key(*judged.listed, question_.sort);
    if (leader != nullptr && !comes_before(key, first, question_.sort)) continue;
    leader = judged.listed;
    first = key;
  }
  return leader;
}

std::optional<Edit> Judge::fix_of(const Judged& judged, const GroupView& view) const {
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

} // namespace mrctl::explain
