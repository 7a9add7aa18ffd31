#include "mrctl/explain/explain.hpp"

#include "dead_entries.hpp"
#include "notes.hpp"
#include "parameters.hpp"
#include "prices.hpp"
#include "question.hpp"
#include "ranking.hpp"
#include "rules.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::explain {

namespace {

// A rule, and what the body requires by it.
struct Asked {
  const Rule* rule;
  std::size_t demand; // position in the demands
};

// Judges the endpoints of one body.
class Judge {
public:
  explicit Judge(const Question& question);

  [[nodiscard]] ModelGroup judge_group(const Listing& listing) const;
  [[nodiscard]] std::vector<Demand> demands() && { return std::move(demands_); }

private:
  void apply(Scope scope, Judged& judged, const GroupView& view) const;
  [[nodiscard]] const service::Endpoint* leader_of(const std::vector<Judged>& endpoints) const;
  [[nodiscard]] std::optional<Edit> fix_of(const Judged& judged, const GroupView& view) const;
  void complete(Judged& judged, const GroupView& view) const;

  const Question& question_;
  std::vector<Demand> demands_;
  std::vector<Asked> asked_;
};

Judge::Judge(const Question& question) : question_(question) {
  for (const auto& rule : rules())
    if (auto demand = rule.ask(question, rule)) {
      asked_.push_back({&rule, demands_.size()});
      demands_.push_back(*std::move(demand));
    }
}

Reach worse(Reach reach, Verdict verdict) {
  if (verdict == Verdict::fail) return Reach::excluded;
  if (verdict == Verdict::unknown && reach == Reach::eligible) return Reach::unknown;
  return reach;
}

GroupView view_of(const Listing& listing, const Question& question) {
  return {.endpoints = listing.endpoints,
          .only = GroupEntries(question.only, listing.endpoints),
          .ignore = GroupEntries(question.ignore, listing.endpoints),
          .order = GroupEntries(question.order, listing.endpoints)};
}

ModelGroup Judge::judge_group(const Listing& listing) const {
  auto view = view_of(listing, question_);
  std::vector<Judged> endpoints;
  endpoints.reserve(listing.endpoints.size());
  for (const auto& endpoint : listing.endpoints) {
    auto& judged = endpoints.emplace_back();
    judged.endpoint = &endpoint;
    judged.checks.reserve(asked_.size());
    apply(Scope::endpoint, judged, view);
  }
  view.leader = leader_of(endpoints);
  for (auto& judged : endpoints) {
    apply(Scope::group, judged, view);
    complete(judged, view);
  }
  ModelGroup group{
      .model = listing.model, .reason = reason_of(question_), .cost = group_cost(endpoints)};
  group.endpoints = ranked(std::move(endpoints), question_, view);
  return group;
}

void Judge::apply(Scope scope, Judged& judged, const GroupView& view) const {
  const auto reach_before = judged.reach;
  for (const auto& [rule, position] : asked_) {
    if (rule->scope != scope) continue;
    auto finding =
        rule->judge({question_, view, *judged.endpoint, demands_[position], reach_before});
    if (!finding) continue;
    judged.reach = worse(judged.reach, finding->verdict);
    judged.checks.push_back(
        {position, finding->verdict, finding->cause, std::move(finding->found)});
  }
}

const service::Endpoint* Judge::leader_of(const std::vector<Judged>& endpoints) const {
  const service::Endpoint* leader = nullptr;
  for (const auto& judged : endpoints) {
    if (judged.reach == Reach::excluded) continue;
    if (leader == nullptr || comes_before(*judged.endpoint, *leader, question_.sort))
      leader = judged.endpoint;
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
  return edit({question_, view, *judged.endpoint, demand, judged.reach});
}

void Judge::complete(Judged& judged, const GroupView& view) const {
  const auto& endpoint = *judged.endpoint;
  judged.is_degraded = service::is_degraded(endpoint);
  judged.fix = fix_of(judged, view);
  judged.cost = cost_of(endpoint, question_.usage);
  judged.drops = unsupported_by(endpoint, question_.body);
  const auto* required = set_member(question_.body, "/provider/require_parameters");
  if (judged.drops && required != nullptr && *required == true) judged.drops->clear();
}

std::vector<ModelGroup> groups_of(const Judge& judge, std::span<const Listing> listings) {
  std::vector<ModelGroup> groups;
  for (const auto& listing : listings)
    groups.push_back(judge.judge_group(listing));
  return groups;
}

} // namespace

std::vector<ModelGroup> judged_groups(const Json& body, std::span<const Listing> listings,
                                      const Usage& usage) {
  const auto question = read_question(body, usage);
  return groups_of(Judge(question), listings);
}

Explanation explain(const Json& body, std::span<const Listing> listings, const Usage& usage) {
  const auto question = read_question(body, usage);
  Judge judge(question);
  Explanation explanation;
  explanation.groups = groups_of(judge, listings);
  explanation.dead = dead_entries(question, listings);
  explanation.notes = notes_on(question, listings);
  explanation.demands = std::move(judge).demands();
  return explanation;
}

} // namespace mrctl::explain
