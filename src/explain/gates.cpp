#include "mrctl/explain/gates.hpp"

#include "mrctl/base/glob.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/rule.hpp"

#include "rules.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace mrctl::explain {

namespace {

using Explanations = std::span<const Explanation* const>;
using Names = std::vector<std::string>;

bool is_eligible(const Judged& judged) {
  return judged.reach == Reach::eligible;
}

bool has_tag(const Judged& judged, std::string_view tag) {
  return judged.endpoint->tag && equal_ignoring_case(*judged.endpoint->tag, tag);
}

// Returns whether assumptions alone would make an unknown endpoint eligible, and adds their codes.
bool add_assumptions(const Judged& judged, const Explanation& explanation,
                     std::vector<std::string_view>& codes) {
  if (judged.reach != Reach::unknown) return false;
  std::vector<std::string_view> needed;
  for (const auto& check : judged.checks) {
    if (check.verdict != Verdict::unknown) continue;
    const auto code = explanation.demands[check.demand].code;
    if (!spec::is_assumable(code)) return false;
    needed.push_back(code);
  }
  std::ranges::copy_if(needed, std::back_inserter(codes), [&](std::string_view code) {
    return std::ranges::find(codes, code) == codes.end();
  });
  return true;
}

// What a gate lacks of a group: so many more of these endpoints.
struct Lack {
  std::size_t count = 0;
  std::string_view tag{}; // empty: any endpoints
  std::function<bool(const Judged&)> would_count = [](const Judged&) { return true; };
};

// "; 3 are unknown: --assume zdr would decide", if the unknown endpoints alone make a gate fail.
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
  auto out = lack.tag.empty() ? fmt::format("; {} {} unknown", unknown, unknown == 1 ? "is" : "are")
                              : std::string();
  if (decidable >= lack.count && decidable > 0)
    out += fmt::format("{} --assume {} would decide", lack.tag.empty() ? ":" : ";",
                       fmt::join(codes, ","));
  return out;
}

std::string listed(Names names) {
  constexpr std::size_t most = 8;
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  const auto left_out = names.size() - most;
  names.resize(most);
  return fmt::format("{} and {} more", fmt::join(names, ", "), left_out);
}

std::string names_in(const std::vector<DeadEntry>& dead) {
  Names names;
  for (const auto& each : dead)
    names.push_back(each.suggestion.empty()
                        ? fmt::format("'{}'", each.entry)
                        : fmt::format("'{}' (did you mean '{}'?)", each.entry, each.suggestion));
  return listed(std::move(names));
}

GateVerdict judge_at_least(const ModelGroup& group, const Explanation& explanation,
                           const Gates& gates) {
  service::Model model;
  model.id = group.model;
  const auto counts = [&](const Judged& judged) {
    return std::ranges::all_of(gates.where, [&](const service::Condition& condition) {
      return service::holds(condition, condition.column->cell(model, *judged.endpoint));
    });
  };
  Names names;
  for (const auto& judged : group.endpoints)
    if (is_eligible(judged) && counts(judged)) names.push_back(name_of(*judged.endpoint));
  const auto count = names.size();
  const auto where = gates.where.empty() ? std::string() : " with " + gates.where_words;
  GateVerdict out{{"at-least", *gates.at_least}};
  out.found = count;
  out.is_met = count >= *gates.at_least && !group.endpoints.empty();
  if (group.endpoints.empty())
    out.why = "has no endpoints";
  else if (count == 0)
    out.why = fmt::format("has no eligible endpoint{}", where);
  else
    out.why = fmt::format("has {}{}", counted(count, "eligible endpoint"), where);
  if (out.is_met) return out;
  if (count > 0) out.why += ": " + listed(std::move(names));
  out.why += hint_on_unknown(group, explanation, {*gates.at_least - count, {}, counts});
  return out;
}

GateVerdict judge_max_cost(const ModelGroup& group, const Explanation& explanation,
                           const Decimal& limit) {
  GateVerdict out{{"max-cost", limit.text()}};
  const Judged* dearest = nullptr;
  for (const auto& judged : group.endpoints) {
    if (!is_eligible(judged)) continue;
    if (!judged.cost) {
      out.why = fmt::format("reaches {}, whose cost is not known", name_of(*judged.endpoint));
      return out;
    }
    if (dearest == nullptr || *judged.cost > *dearest->cost) dearest = &judged;
  }
  if (dearest == nullptr) {
    out.why = "has no eligible endpoint" + hint_on_unknown(group, explanation, {.count = 1});
    return out;
  }
  out.found = dearest->cost->text();
  out.is_met = *dearest->cost <= limit;
  out.endpoint = name_of(*dearest->endpoint);
  out.why = fmt::format("reaches {}, which costs {} USD", out.endpoint, dearest->cost->text());
  return out;
}

// Several endpoints may share a tag; one eligible endpoint is enough. Nothing if the group does not
// list the tag.
std::optional<GateVerdict> judge_required(const ModelGroup& group, const Explanation& explanation,
                                          const RequiredTag& required) {
  if (!required.model.empty() && group.model != required.model) return std::nullopt;
  std::optional<Reach> best;
  for (const auto& judged : group.endpoints) {
    if (!has_tag(judged, required.tag)) continue;
    const bool is_better =
        is_eligible(judged) || (judged.reach == Reach::unknown && best != Reach::eligible);
    if (!best || is_better) best = judged.reach;
  }
  if (!best) return std::nullopt;
  GateVerdict out{{"require", required.text()}};
  out.found = reach_name(*best);
  out.is_met = best == Reach::eligible;
  if (out.is_met) out.why = fmt::format("reaches {}", required.tag);
  if (best == Reach::excluded) out.why = fmt::format("excludes {}", required.tag);
  if (best == Reach::unknown)
    out.why = fmt::format("leaves {} unknown", required.tag) +
              hint_on_unknown(group, explanation, {.count = 1, .tag = required.tag});
  return out;
}

GateVerdict judge_dead_entries(const Explanation& explanation) {
  GateVerdict out{{"no-dead-entries", true}};
  const auto has_endpoints = std::ranges::any_of(
      explanation.groups, [](const ModelGroup& group) { return !group.endpoints.empty(); });
  const auto count = explanation.dead.size();
  out.found = count;
  out.is_met = count == 0 && has_endpoints;
  if (!has_endpoints)
    out.why = "has no endpoints to compare its entries with";
  else
    out.why = count == 0 ? "has no entries that match no endpoint"
                         : fmt::format("has entries that match no endpoint: {}",
                                       names_in(explanation.dead));
  return out;
}

// Applies a function, which may return nothing, to every group that the gates look at.
template <class JudgeGroup>
void judge_groups(std::vector<GateVerdict>& verdicts, const Gates& gates, Explanations explanations,
                  JudgeGroup judge) {
  for (std::size_t i = 0; i < explanations.size(); ++i)
    for (std::size_t j = 0; j < explanations[i]->groups.size(); ++j) {
      const auto& group = explanations[i]->groups[j];
      if (!is_selected(gates, group.model)) continue;
      std::optional<GateVerdict> verdict = judge(group, *explanations[i]);
      if (!verdict) continue;
      verdict->body = i;
      verdict->group = j;
      verdicts.push_back(*std::move(verdict));
    }
}

} // namespace

std::string RequiredTag::text() const {
  return model.empty() ? tag : fmt::format("{}={}", model, tag);
}

RequiredTag read_required_tag(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return {{}, std::string(text)};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

namespace {

std::string list_of(std::string_view what, Names names) {
  constexpr std::size_t most = 20;
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  const auto left_out = names.size() > most ? fmt::format(", {} more", names.size() - most) : "";
  names.resize(std::min(names.size(), most));
  return fmt::format("the {} are {}{}", what, fmt::join(names, ", "), left_out);
}

} // namespace

bool is_selected(const Gates& gates, std::string_view model) {
  return gates.models.empty() || std::ranges::any_of(gates.models, [&](const std::string& glob) {
           return matches_glob(model, glob);
         });
}

Status check_required(const Gates& gates, Explanations explanations) {
  for (const auto& required : gates.required) {
    Names models;
    Names tags;
    for (const auto* explanation : explanations)
      for (const auto& group : explanation->groups) {
        models.push_back(group.model);
        if (!required.model.empty() && group.model != required.model) continue;
        for (const auto& judged : group.endpoints)
          if (judged.endpoint->tag) tags.emplace_back(*judged.endpoint->tag);
      }
    if (!required.model.empty() && std::ranges::find(models, required.model) == models.end())
      return fail(Error::unknown_word("model", required.model, nearest_word(required.model, models),
                                      list_of("models", models)));
    if (std::ranges::none_of(
            tags, [&](const auto& tag) { return equal_ignoring_case(tag, required.tag); }))
      return fail(Error::unknown_word("endpoint", required.tag, nearest_word(required.tag, tags),
                                      list_of("tags", tags)));
  }
  return {};
}

std::string rule_of(const GateVerdict& verdict) {
  return fmt::format("gate.{}", verdict.gate);
}

std::vector<GateVerdict> judge_gates(const Gates& gates, Explanations explanations) {
  std::vector<GateVerdict> verdicts;
  if (gates.at_least)
    judge_groups(verdicts, gates, explanations, [&](const auto& group, const auto& explanation) {
      return judge_at_least(group, explanation, gates);
    });
  if (const auto& limit = gates.max_cost)
    judge_groups(verdicts, gates, explanations, [&](const auto& group, const auto& explanation) {
      return judge_max_cost(group, explanation, *limit);
    });
  for (const auto& required : gates.required) {
    const auto before = verdicts.size();
    judge_groups(verdicts, gates, explanations, [&](const auto& group, const auto& explanation) {
      return judge_required(group, explanation, required);
    });
    if (verdicts.size() == before)
      verdicts.push_back({{"require", required.text(), false, "is not listed"}});
  }
  if (!gates.no_dead_entries) return verdicts;
  for (std::size_t i = 0; i < explanations.size(); ++i) {
    verdicts.push_back(judge_dead_entries(*explanations[i]));
    verdicts.back().body = i;
  }
  return verdicts;
}

} // namespace mrctl::explain
