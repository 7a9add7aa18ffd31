#include "mrctl/routing/reach.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/known.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>

namespace mrctl::routing {

namespace {

std::optional<ReachMove> move_between(Reach then, Reach now) {
  if (then == now) return std::nullopt;
  if (then == Reach::eligible || now == Reach::excluded) return ReachMove::lost;
  return now == Reach::eligible ? std::optional(ReachMove::gained) : std::nullopt;
}

// A body may name tens of thousands of models.
using GroupsByModel = std::unordered_map<std::string_view, const ModelGroup*>;

GroupsByModel by_model(const Explanation* explanation) {
  GroupsByModel groups;
  if (explanation != nullptr)
    for (const auto& group : explanation->groups)
      groups.emplace(group.model, &group);
  return groups;
}

const ModelGroup* find_group(const GroupsByModel& groups, std::string_view model) {
  const auto group = groups.find(model);
  return group == groups.end() ? nullptr : group->second;
}

// The groups of one body: by reach, and by what a request costs.
struct PricedGroups {
  explicit PricedGroups(const PricedExplanation* explained)
      : reach(by_model(explained == nullptr ? nullptr : &explained->reach)),
        costs(by_model(explained == nullptr ? nullptr : &explained->costs)) {}

  GroupsByModel reach;
  GroupsByModel costs;
};

// Returns the endpoints that moved, in the order of the listing.
std::vector<MovedEndpoint> moves_between(const ModelGroup& before, const ModelGroup* after,
                                         const std::vector<Requirement>& requirements) {
  std::vector<MovedEndpoint> moves;
  const auto now = after == nullptr ? JudgedEndpoints() : judged_in({after, 1});
  for (const auto& [endpoint, then] : judged_in({&before, 1}))
    if (auto move = move_of(*endpoint, then, find(now, endpoint), requirements))
      moves.push_back(*std::move(move));
  return moves;
}

// Returns null if there is nothing to say besides the endpoints.
std::shared_ptr<const ReachDetails> details_of(const ModelGroup* priced_before,
                                               const ModelGroup* priced, const ModelGroup* group,
                                               const Explanation& explanation) {
  ReachDetails out;
  if (priced_before != nullptr) out.cost_before = priced_before->cost.eligible;
  if (priced != nullptr) {
    out.cost = priced->cost.eligible;
    out.cost_not_known = priced->cost.not_known;
    out.charges = priced->charges;
  }
  if (group != nullptr) {
    out.judged_by = group->judged_by;
    if (count_of(*group, Reach::eligible) == 0)
      out.hint = hint_on_unknown(*group, explanation, {.count = 1});
  }
  const bool is_needed = out.cost_before.least || out.cost.least || !out.charges.empty() ||
                         !out.judged_by.empty() || !out.hint.empty();
  return is_needed ? std::make_shared<const ReachDetails>(std::move(out)) : nullptr;
}

std::vector<std::string> models_in(const PricedExplanation* before, const PricedExplanation& after,
                                   const GroupsByModel& now) {
  auto models = mapped(after.reach.groups, [](const auto& group) { return group.model; });
  if (before != nullptr)
    for (const auto& group : before->reach.groups)
      if (!now.contains(group.model)) models.push_back(group.model);
  return models;
}

constexpr std::size_t most_names = 8;

// "acme, acme/flex and 12 more".
std::string names_of(std::span<const MovedEndpoint* const> endpoints) {
  return enumerated(mapped(endpoints, [](const auto* endpoint) { return endpoint->name; }),
                    most_names);
}

std::string gains_of(const ModelReach& reach) {
  std::vector<const MovedEndpoint*> gained;
  for (const auto& moved : reach.moves)
    if (moved.move == ReachMove::gained) gained.push_back(&moved);
  return gained.empty() ? std::string() : ", gains " + names_of(gained);
}

// Returns a line for each reason, with all endpoints that are lost for it.
std::vector<std::string> losses_of(const ModelReach& reach) {
  std::vector<std::pair<std::string_view, std::vector<const MovedEndpoint*>>> by_reasons;
  for (const auto& moved : reach.moves) {
    if (moved.move != ReachMove::lost) continue;
    auto same =
        std::ranges::find(by_reasons, moved.reasons, [](const auto& known) { return known.first; });
    if (same == by_reasons.end()) same = by_reasons.insert(same, {moved.reasons, {}});
    same->second.push_back(&moved);
  }
  std::vector<std::string> lines;
  for (const auto& [reasons, endpoints] : by_reasons)
    lines.push_back(fmt::format("loses {}: {}", names_of(endpoints), reasons));
  return lines;
}

// "5 of 8 endpoints, 2 unknown".
std::string words_on_counts(const ReachCounts& counts, std::string_view hint = {}) {
  const auto all = counts.eligible + counts.unknown + counts.excluded;
  const auto out = fmt::format("{} of {}", counts.eligible, counted(all, "endpoint"));
  if (!hint.empty()) return out + std::string(hint);
  return counts.unknown == 0 ? out : fmt::format("{}, {} unknown", out, counts.unknown);
}

std::string sum_of(const ModelReach& reach) {
  if (reach.is_unlisted) return "unknown: in no listing ('unlisted')";
  if (!reach.after && !reach.before) return "unknown (could not be listed)";
  if (!reach.after)
    return fmt::format("no longer listed in the preset ({} before)",
                       words_on_counts(*reach.before));
  const bool is_other = reach.before && (reach.before->eligible != reach.after->eligible);
  return (is_other ? fmt::format("{} → ", reach.before->eligible) : std::string()) +
         words_on_counts(*reach.after, reach.details ? std::string_view(reach.details->hint) : "") +
         gains_of(reach);
}

std::string words_on_range(const CostRange& cost) {
  if (*cost.least == *cost.most) return cost.least->text();
  return fmt::format("{} to {}", cost.least->text(), cost.most->text());
}

// Returns what a request costs, in words; empty if no cost is known.
std::string cost_of(const ReachDetails& details) {
  if (!details.cost.least) return {};
  const auto now = words_on_range(details.cost);
  auto out = fmt::format("a request costs {} USD", now);
  if (details.cost_before.least)
    if (const auto then = words_on_range(details.cost_before); then != now)
      out += fmt::format(" (was {})", then);
  if (const auto unknown = details.cost_not_known; unknown > 0)
    out += fmt::format("; not known for {}", counted(unknown, "endpoint"));
  if (!details.charges.empty()) out += ", " + details.charges;
  return out;
}

// Returns whether assumptions alone would make an unknown endpoint eligible, and adds their codes.
bool add_assumptions(const ExplainedEndpoint& judged, const Explanation& explanation,
                     std::vector<std::string_view>& codes) {
  if (judged.reach != Reach::unknown) return false;
  std::vector<std::string_view> needed;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::unknown) continue;
    const auto code = explanation.requirements[check.requirement].code;
    if (!spec::is_assumable(code)) return false;
    needed.push_back(code);
  }
  std::ranges::copy_if(needed, std::back_inserter(codes),
                       [&](std::string_view code) { return !contains(codes, code); });
  return true;
}

} // namespace

std::optional<MovedEndpoint> move_of(const service::Endpoint& endpoint,
                                     const ExplainedEndpoint* before,
                                     const ExplainedEndpoint* after,
                                     const std::vector<Requirement>& requirements) {
  const auto reach_of = [](const ExplainedEndpoint* judged) {
    return judged == nullptr ? Reach::excluded : judged->reach;
  };
  const auto move = move_between(reach_of(before), reach_of(after));
  if (!move) return std::nullopt;
  MovedEndpoint out{*move, &endpoint, name_of(endpoint)};
  if (*move == ReachMove::lost)
    for (const auto* check : checks_against(after)) {
      const auto& requirement = requirements[check->requirement];
      out.codes.push_back(requirement.code);
      out.reasons += (out.reasons.empty() ? "" : "; ") + reason_against(requirement, *check);
    }
  return out;
}

JudgedEndpoints judged_in(std::span<const ModelGroup> groups) {
  JudgedEndpoints judged;
  for (const auto& group : groups)
    for (const auto& each : group.endpoints)
      judged.emplace(each.endpoint, &each);
  return judged;
}

const ExplainedEndpoint* find(const JudgedEndpoints& judged, const service::Endpoint* endpoint) {
  const auto found = judged.find(endpoint);
  return found == judged.end() ? nullptr : found->second;
}

std::vector<const Check*> checks_against(const ExplainedEndpoint* judged) {
  std::vector<const Check*> checks;
  if (judged == nullptr) return checks;
  const auto deciding = judged->reach == Reach::excluded ? Verdict::fail : Verdict::unknown;
  for (const auto& check : judged->checks)
    if (check.verdict == deciding) checks.push_back(&check);
  return checks;
}

std::string reason_against(const Requirement& requirement, const Check& check) {
  if (check.verdict == Verdict::fail && requirement.code == "only")
    return "provider.only does not include it";
  if (check.verdict == Verdict::fail && requirement.code == "ignore")
    return "provider.ignore includes it";
  return words_on_check(requirement, check);
}

ReachCounts counts_in(std::span<const ModelGroup> groups) {
  ReachCounts counts;
  for (const auto& group : groups)
    for (const auto& judged : group.endpoints)
      ++(judged.reach == Reach::eligible  ? counts.eligible
         : judged.reach == Reach::unknown ? counts.unknown
                                          : counts.excluded);
  return counts;
}

std::vector<ModelReach> reach_between(const PricedExplanation* before,
                                      const PricedExplanation& after) {
  std::vector<ModelReach> out;
  const PricedGroups then(before);
  const PricedGroups now(&after);
  for (auto& model : models_in(before, after, now.reach)) {
    const auto* earlier = find_group(then.reach, model);
    const auto* group = find_group(now.reach, model);
    auto& reach = out.emplace_back();
    if (earlier != nullptr) {
      reach.before = counts_in({earlier, 1});
      reach.moves = moves_between(*earlier, group, after.reach.requirements);
    }
    if (group != nullptr) reach.after = counts_in({group, 1});
    reach.details =
        details_of(find_group(then.costs, model), find_group(now.costs, model), group, after.reach);
    reach.model = std::move(model);
  }
  return out;
}

output::ChangeLines lines_of(const ModelReach& reach) {
  output::ChangeLines out{"reach  " + reach.model, {sum_of(reach)}};
  if (reach.after) append(out.lines, losses_of(reach));
  if (!reach.details) return out;
  if (auto cost = cost_of(*reach.details); !cost.empty()) out.lines.push_back(std::move(cost));
  if (const auto& model = reach.details->judged_by; !model.empty())
    out.lines.push_back(words_on_shortcut(reach.model, model));
  return out;
}

std::vector<Json> gained_by(const ModelReach& reach) {
  std::vector<Json> gained;
  for (const auto& moved : reach.moves) {
    if (moved.move != ReachMove::gained) continue;
    const auto& endpoint = *moved.endpoint;
    const auto tag = endpoint.tag.value_or("");
    const auto provider = json_text_or_null(endpoint.provider_name.value_or(""));
    gained.push_back(tag.empty() ? Json{{"tag", nullptr}, {"provider", provider}} : Json(tag));
  }
  return gained;
}

bool has_tag(const ExplainedEndpoint& judged, std::string_view tag) {
  return judged.endpoint->tag && equal_ignoring_case(*judged.endpoint->tag, tag);
}

std::string hint_on_unknown(const ModelGroup& group, const Explanation& explanation,
                            const Lack& lack) {
  std::vector<std::string_view> codes;
  std::size_t unknown = 0;
  std::size_t decidable = 0;
  for (const auto& judged : group.endpoints) {
    if (judged.reach != Reach::unknown || !lack.would_count(judged)) continue;
    if (!lack.tag.empty() && !has_tag(judged, lack.tag)) continue;
    ++unknown;
    if (add_assumptions(judged, explanation, codes)) ++decidable;
  }
  if (unknown < std::max<std::size_t>(lack.count, 1)) return {};
  if (decidable >= lack.count && decidable > 0) {
    const auto who = lack.tag.empty() ? std::to_string(unknown) : std::string("it");
    return fmt::format("; listings do not show whether {} {}; decide with {} (in CI: assume of "
                       "mrctl.toml)",
                       who, who == "1" || who == "it" ? "qualifies" : "qualify",
                       flags_deciding(codes));
  }
  if (!lack.tag.empty()) return {};
  return fmt::format("; {} {} unknown", unknown, unknown == 1 ? "is" : "are");
}

} // namespace mrctl::routing
