#include "mrctl/explain/reach.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/shortcut.hpp"

#include "unknown_hint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace mrctl::explain {

namespace {

Reach reach_of(const ExplainedEndpoint* judged) {
  return judged == nullptr ? Reach::excluded : judged->reach;
}

} // namespace

std::optional<ReachMove> move_between(const ExplainedEndpoint* before,
                                      const ExplainedEndpoint* after) {
  const auto then = reach_of(before);
  const auto now = reach_of(after);
  if (then == now) return std::nullopt;
  if (then == Reach::eligible || now == Reach::excluded) return ReachMove::lost;
  return now == Reach::eligible ? std::optional(ReachMove::gained) : std::nullopt;
}

std::vector<const Check*> checks_against(const ExplainedEndpoint* judged) {
  std::vector<const Check*> checks;
  if (judged == nullptr) return checks;
  const auto deciding = judged->reach == Reach::excluded ? Verdict::fail : Verdict::unknown;
  for (const auto& check : judged->checks)
    if (check.verdict == deciding) checks.push_back(&check);
  return checks;
}

std::string reason_against(const Demand& demand, const Check& check) {
  if (check.verdict == Verdict::fail && demand.code == "only")
    return "provider.only does not include it";
  if (check.verdict == Verdict::fail && demand.code == "ignore")
    return "provider.ignore includes it";
  return words_of(demand, check);
}

std::vector<std::string_view> codes_against(const ExplainedEndpoint* judged,
                                            const std::vector<Demand>& demands) {
  std::vector<std::string_view> codes;
  for (const auto* check : checks_against(judged))
    codes.push_back(demands[check->demand].code);
  return codes;
}

namespace {

// A body may name tens of thousands of models.
using GroupsByModel = std::unordered_map<std::string_view, const ModelGroup*>;

GroupsByModel by_model(const Explanation& explanation) {
  GroupsByModel groups;
  for (const auto& group : explanation.groups)
    groups.emplace(group.model, &group);
  return groups;
}

const ModelGroup* find_group(const GroupsByModel& groups, std::string_view model) {
  const auto group = groups.find(model);
  return group == groups.end() ? nullptr : group->second;
}

struct PricedGroups {
  GroupsByModel reach;
  GroupsByModel costs;
};

PricedGroups groups_of(const PricedExplanation* explanation) {
  return explanation == nullptr
             ? PricedGroups{}
             : PricedGroups{by_model(explanation->reach), by_model(explanation->costs)};
}

std::optional<ReachCounts> counts_in(const PricedGroups& groups, std::string_view model) {
  const auto* group = find_group(groups.reach, model);
  if (group == nullptr) return std::nullopt;
  ReachCounts counts{count_of(*group, Reach::eligible), count_of(*group, Reach::unknown),
                     count_of(*group, Reach::excluded)};
  if (const auto* priced = find_group(groups.costs, model)) {
    counts.cost = priced->cost.eligible;
    counts.cost_not_known = priced->cost.not_known;
  }
  return counts;
}

using JudgedByEndpoint = std::map<const service::Endpoint*, const ExplainedEndpoint*>;

JudgedByEndpoint judged_in(const ModelGroup* group) {
  JudgedByEndpoint judged;
  if (group == nullptr) return judged;
  for (const auto& each : group->endpoints)
    judged.emplace(each.endpoint, &each);
  return judged;
}

MovedEndpoint lost(const service::Endpoint& endpoint, const ExplainedEndpoint* now,
                   const std::vector<Demand>& demands) {
  MovedEndpoint out{std::string(endpoint.tag.value_or("")), name_of(endpoint),
                    codes_against(now, demands)};
  for (const auto* check : checks_against(now))
    out.reasons +=
        (out.reasons.empty() ? "" : "; ") + reason_against(demands[check->demand], *check);
  return out;
}

// Compares the endpoints of a model, which an earlier body named, in the order of the listing.
void add_moves(ModelReach& out, const ModelGroup* before, const ModelGroup* after,
               const std::vector<Demand>& demands) {
  const auto now = judged_in(after);
  for (const auto& [endpoint, then] : judged_in(before)) {
    const auto found = now.find(endpoint);
    const auto* judged = found == now.end() ? nullptr : found->second;
    const auto move = move_between(then, judged);
    if (move == ReachMove::lost) out.lost.push_back(lost(*endpoint, judged, demands));
    if (move == ReachMove::gained)
      out.gained.push_back({std::string(endpoint->tag.value_or("")), name_of(*endpoint)});
  }
}

std::vector<std::string> models_in(const PricedExplanation* before, const PricedExplanation& after,
                                   const GroupsByModel& now) {
  std::vector<std::string> models;
  for (const auto& group : after.reach.groups)
    models.push_back(group.model);
  if (before != nullptr)
    for (const auto& group : before->reach.groups)
      if (!now.contains(group.model)) models.push_back(group.model);
  return models;
}

} // namespace

std::vector<ModelReach> reach_between(const PricedExplanation* before,
                                      const PricedExplanation& after) {
  std::vector<ModelReach> out;
  const auto then = groups_of(before);
  const auto now = groups_of(&after);
  for (auto& model : models_in(before, after, now.reach)) {
    const auto* earlier = find_group(then.reach, model);
    const auto* group = find_group(now.reach, model);
    ModelReach reach{model, counts_in(then, model), counts_in(now, model)};
    if (group != nullptr) reach.judged_by = group->judged_by;
    if (const auto* priced = find_group(now.costs, model)) reach.charges = priced->charges;
    if (earlier != nullptr) add_moves(reach, earlier, group, after.reach.demands);
    if (reach.after && reach.after->eligible == 0)
      reach.hint = hint_on_unknown(*group, after.reach, {.count = 1});
    out.push_back(std::move(reach));
  }
  return out;
}

namespace {

constexpr std::size_t most_names = 8;

// "acme, acme/flex and 12 more".
std::string listed(std::span<const MovedEndpoint* const> endpoints) {
  std::vector<std::string> names;
  for (const auto* endpoint : endpoints)
    names.push_back(endpoint->name);
  if (names.size() == 1 || names.size() > most_names) return mrctl::listed(names, most_names);
  const auto last = std::move(names.back());
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

std::string gains_of(const ModelReach& reach) {
  std::vector<const MovedEndpoint*> gained;
  for (const auto& endpoint : reach.gained)
    gained.push_back(&endpoint);
  return gained.empty() ? std::string() : ", gains " + listed(gained);
}

// A line for each reason, with all endpoints that are lost for it.
std::vector<std::string> losses_of(const ModelReach& reach) {
  std::vector<std::pair<std::string_view, std::vector<const MovedEndpoint*>>> by_reasons;
  for (const auto& endpoint : reach.lost) {
    auto same = std::ranges::find(by_reasons, endpoint.reasons,
                                  [](const auto& known) { return known.first; });
    if (same == by_reasons.end()) same = by_reasons.insert(same, {endpoint.reasons, {}});
    same->second.push_back(&endpoint);
  }
  std::vector<std::string> lines;
  for (const auto& [reasons, endpoints] : by_reasons)
    lines.push_back(fmt::format("loses {}: {}", listed(endpoints), reasons));
  return lines;
}

// "5 of 8 endpoints, 2 unknown".
std::string words_of(const ReachCounts& counts, std::string_view hint = {}) {
  const auto all = counts.eligible + counts.unknown + counts.excluded;
  const auto out = fmt::format("{} of {}", counts.eligible, counted(all, "endpoint"));
  if (!hint.empty()) return out + std::string(hint);
  return counts.unknown == 0 ? out : fmt::format("{}, {} unknown", out, counts.unknown);
}

std::string sum_of(const ModelReach& reach) {
  if (reach.is_unlisted) return "unknown: in no listing ('unlisted')";
  if (!reach.after && !reach.before) return "unknown (could not be listed)";
  if (!reach.after)
    return fmt::format("no longer listed in the preset ({} before)", words_of(*reach.before));
  const bool is_other = reach.before && (reach.before->eligible != reach.after->eligible);
  return (is_other ? fmt::format("{} → ", reach.before->eligible) : std::string()) +
         words_of(*reach.after, reach.hint) + gains_of(reach);
}

std::string words_of(const CostRange& cost) {
  if (*cost.least == *cost.most) return cost.least->text();
  return fmt::format("{} to {}", cost.least->text(), cost.most->text());
}

// Empty if no cost is known.
std::string cost_of(const ModelReach& reach) {
  if (!reach.after || !reach.after->cost.least) return {};
  const auto now = words_of(reach.after->cost);
  auto out = fmt::format("a request costs {} USD", now);
  if (reach.before && reach.before->cost.least)
    if (const auto then = words_of(reach.before->cost); then != now)
      out += fmt::format(" (was {})", then);
  if (const auto unknown = reach.after->cost_not_known; unknown > 0)
    out += fmt::format("; not known for {}", counted(unknown, "endpoint"));
  if (!reach.charges.empty()) out += ", " + reach.charges;
  return out;
}

} // namespace

output::ChangeLines lines_of(const ModelReach& reach) {
  output::ChangeLines out{"reach  " + reach.model, {sum_of(reach)}};
  if (reach.after) append(out.lines, losses_of(reach));
  if (auto cost = cost_of(reach); !cost.empty()) out.lines.push_back(std::move(cost));
  if (!reach.judged_by.empty())
    out.lines.push_back(words_on_shortcut(reach.model, reach.judged_by));
  return out;
}

std::vector<Json> gained_by(const ModelReach& reach) {
  std::vector<Json> gained;
  for (const auto& endpoint : reach.gained)
    gained.push_back(endpoint.tag.empty() ? Json{{"tag", nullptr}, {"provider", endpoint.name}}
                                          : Json(endpoint.tag));
  return gained;
}

} // namespace mrctl::explain
