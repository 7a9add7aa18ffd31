#include "explanation_words.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/explanation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <utility>

namespace mrctl::routing {

namespace {

struct SortWords {
  std::string_view reason;
  std::string_view by;
};

constexpr std::array sorts{
    SortWords{"sort: price", "prompt price, then completion price"},
    SortWords{"sort: latency", "latency p50"},
    SortWords{"sort: throughput", "throughput p50"},
};

std::string range_words(const CostRange& range) {
  if (!range.least) return "not known";
  if (*range.least == *range.most) return range.least->text();
  return fmt::format("{} to {}", range.least->text(), range.most->text());
}

// "tools, response_format (structured_outputs)".
std::string dropped_words(const std::vector<Parameter>& drops, std::string_view separator) {
  std::vector<std::string> names;
  for (const auto& [name, listed_as] : drops)
    names.push_back(name == listed_as ? std::string(name)
                                      : fmt::format("{} ({})", name, listed_as));
  return fmt::format("{}", fmt::join(names, separator));
}

std::string member_of(const ExplainedBody& body, std::size_t position) {
  const auto& requirement = body.explanation.requirements[position];
  const auto member =
      requirement.pointer.empty() ? std::string("--prompt-tokens") : dotted(requirement.pointer);
  const auto& place = body.places[position];
  return place.empty() || place == member ? member : fmt::format("{} ({})", member, place);
}

bool is_among(const CommonChecks& common, const Check& check) {
  return contains(common, check.requirement);
}

std::string suggestion_words(const DeadEntry& dead) {
  return dead.suggestion.empty() ? "" : fmt::format("; did you mean '{}'?", dead.suggestion);
}

std::string sentence_on_tier(const std::string& entry, const std::vector<std::string>& tags) {
  return fmt::format("'{}' does not match tier endpoints: write {}", entry,
                     fmt::join(tags, " or "));
}

std::string_view why_unknown(Cause cause, std::size_t checks) {
  switch (cause) {
  case Cause::no_data:
    return "the listing does not say";
  case Cause::not_in_listing:
    return checks == 1 ? "a listing does not show it" : "a listing does not show them";
  case Cause::not_decidable:
    return checks == 1 ? "a listing cannot decide it" : "a listing cannot decide them";
  case Cause::none:
    break;
  }
  return {};
}

} // namespace

CommonChecks common_checks(const ModelGroup& group) {
  CommonChecks common;
  if (group.endpoints.size() < 2) return common;
  for (const auto& check : group.endpoints.front().checks) {
    if (check.verdict == Verdict::pass) continue;
    const auto is_same = [&](const Check& other) {
      return other.requirement == check.requirement && other.verdict == check.verdict &&
             other.cause == check.cause && other.found == check.found;
    };
    if (std::ranges::all_of(group.endpoints, [&](const ExplainedEndpoint& judged) {
          return std::ranges::any_of(judged.checks, is_same);
        }))
      common.push_back(check.requirement);
  }
  return common;
}

std::vector<std::string> common_words(const ExplainedBody& body, const ModelGroup& group,
                                      const CommonChecks& common) {
  if (common.empty()) return {};
  std::map<Cause, std::vector<std::string>> briefs;
  for (const auto& check : group.endpoints.front().checks)
    if (is_among(common, check))
      briefs[check.cause].push_back(
          brief_of(body.explanation.requirements[check.requirement], check));
  std::vector<std::string> lines;
  for (const auto& [cause, found] : briefs) {
    lines.push_back(fmt::format("all {}: {}", group.endpoints.size(), fmt::join(found, ", ")));
    if (const auto why = why_unknown(cause, found.size()); !why.empty())
      lines.back().append(", ").append(why);
  }
  return lines;
}

std::string brief_reasons(const ExplainedBody& body, const ExplainedEndpoint& judged,
                          const CommonChecks& common) {
  std::string out;
  const auto add = [&](std::string_view separator, std::string_view text) {
    out.append(out.empty() ? "" : separator).append(text);
  };
  if (judged.reason.starts_with("order[") || judged.reason == "fallback") add(", ", judged.reason);
  if (judged.is_degraded) add(", ", "degraded");
  if (judged.drops && !judged.drops->empty() && judged.reach != Reach::excluded)
    add(", ", fmt::format("drops {}", dropped_words(*judged.drops, " ")));
  std::string_view separator = "; ";
  for (const auto& check : judged.checks)
    if (check.verdict != Verdict::pass && !is_among(common, check))
      add(std::exchange(separator, ", "),
          brief_of(body.explanation.requirements[check.requirement], check));
  return out;
}

std::string totals_of(const ExplainedPresets& report) {
  std::array<std::size_t, all_reaches.size()> counts{};
  std::size_t all = 0;
  for (const auto& body : report.bodies)
    for (const auto& group : body.explanation.groups) {
      all += group.endpoints.size();
      for (std::size_t i = 0; i < counts.size(); ++i)
        counts.at(i) += count_of(group, all_reaches.at(i));
    }
  auto out =
      fmt::format("{}, {}:", counted(report.bodies.size(), "preset"), counted(all, "endpoint"));
  for (std::size_t i = 0; i < counts.size(); ++i)
    out += fmt::format("{} {} {}", i == 0 ? "" : ",", counts.at(i), reach_name(all_reaches.at(i)));
  return out;
}

std::string sum_of(const ModelGroup& group) {
  std::string out = counted(group.endpoints.size(), "endpoint") + ":";
  for (const auto reach : all_reaches)
    out += fmt::format("{} {} {}", reach == Reach::eligible ? "" : ",", count_of(group, reach),
                       reach_name(reach));
  return out;
}

std::string marked_cost(const ExplainedEndpoint& judged) {
  return judged.cost->text() + (judged.has_override ? "+" : "");
}

std::string order_words(const ModelGroup& group) {
  if (group.reason == "order") {
    const bool has_named = std::ranges::any_of(
        group.endpoints, [](const auto& judged) { return judged.reason.starts_with("order["); });
    return has_named ? "tried in the order of provider.order"
                     : "no endpoint of provider.order can be reached";
  }
  if (group.reason == "balanced") return "in no fixed order: the service balances the load";
  if (group.reason.starts_with("sort: not"))
    return "sorted by the service; a listing does not show the order";
  const auto* sort = find_row(sorts, &SortWords::reason, group.reason);
  return fmt::format("sorted by {}", sort->by);
}

std::string remarks_on(const ExplainedEndpoint& judged) {
  std::vector<std::string> parts;
  if (judged.reason.starts_with("order[")) parts.push_back("provider." + judged.reason);
  if (judged.reason == "fallback") parts.emplace_back("fallback");
  if (judged.is_degraded) parts.emplace_back("degraded");
  if (judged.cost)
    parts.push_back(fmt::format("{}{} USD",
                                judged.cost_least ? judged.cost_least->text() + " to " : "",
                                marked_cost(judged)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string reason_of(const ExplainedBody& body, const ExplainedEndpoint& judged,
                      const Check& check) {
  const auto& explanation = body.explanation;
  const auto& requirement = explanation.requirements[check.requirement];
  auto out =
      fmt::format("{}: {}", member_of(body, check.requirement), words_on_check(requirement, check));
  if (check.is_assumed) out += "; assumed to pass";
  if (requirement.code != "only" || check.verdict != Verdict::fail || !judged.endpoint->tag)
    return out;
  const auto named = explanation.named_without_tier.find(*judged.endpoint->tag);
  if (named == explanation.named_without_tier.end()) return out;
  return out + "; " + sentence_on_tier(named->second, {std::string(named->first)});
}

std::vector<std::string> reasons_of(const ExplainedBody& body, const ExplainedEndpoint& judged,
                                    const CommonChecks& common, ShownChecks checks) {
  const bool shows_all = checks == ShownChecks::all;
  std::vector<std::string> reasons;
  for (const auto& check : judged.checks) {
    if (!shows_all && (check.verdict == Verdict::pass || is_among(common, check))) continue;
    const auto verdict =
        shows_all ? fmt::format("{}: ", verdict_name(check.verdict)) : std::string();
    reasons.push_back(verdict + reason_of(body, judged, check));
  }
  if (judged.drops && !judged.drops->empty() && judged.reach != Reach::excluded)
    reasons.push_back(
        fmt::format("drops {}, which it does not support", dropped_words(*judged.drops, ", ")));
  if (shows_all && judged.fix) reasons.push_back("to include it: " + words_on_edit(*judged.fix));
  return reasons;
}

bool has_costs(const ModelGroup& group) {
  return std::ranges::any_of(
      group.endpoints, [](const ExplainedEndpoint& judged) { return judged.cost.has_value(); });
}

std::string cost_words(const ModelGroup& group) {
  const auto unknown = count_of(group, Reach::unknown);
  const bool has_eligible = count_of(group, Reach::eligible) > 0;
  auto text = has_eligible ? fmt::format("a request costs {}{} on eligible endpoints",
                                         range_words(group.cost.eligible),
                                         group.cost.eligible.least ? " USD" : "")
                           : std::string("no endpoint is eligible, so a request has no cost");
  if (unknown > 0) {
    const auto with_unknown = range_words(group.cost.with_unknown);
    const bool is_same = with_unknown == range_words(group.cost.eligible);
    text += fmt::format("; {} if unknown ones count", is_same ? "the same" : with_unknown);
  }
  std::vector<std::string> without_cost;
  for (const auto& judged : group.endpoints)
    if (judged.reach != Reach::excluded && !judged.cost)
      without_cost.push_back(name_of(*judged.endpoint));
  if (!without_cost.empty())
    text += fmt::format("; not known for {}", fmt::join(without_cost, ", "));
  if (std::ranges::any_of(group.endpoints, &ExplainedEndpoint::has_override))
    text += "; + marks prices that only some requests pay";
  return text;
}

std::string dead_words(const ExplainedBody& body, std::size_t position) {
  const auto& dead = body.explanation.dead[position];
  const auto& place = body.dead_places[position];
  return fmt::format("{}{}: '{}' matches no endpoint{}", dotted(dead.path),
                     place.empty() ? "" : fmt::format(" ({})", place), dead.entry,
                     suggestion_words(dead));
}

std::string base_words(const DeadEntry& dead, std::size_t presets) {
  return fmt::format("{}:{}: {}: '{}' matches no endpoint in {}{}", dead.base, dead.line,
                     dotted(dead.path), dead.entry, counted(presets, "preset"),
                     suggestion_words(dead));
}

std::vector<std::string> tier_words(const Explanation& explanation) {
  std::map<std::string, std::vector<std::string>> tags; // by the entry
  for (const auto& [tag, entry] : explanation.named_without_tier)
    tags[entry].emplace_back(tag);
  std::vector<std::string> sentences;
  for (const auto& [entry, names] : tags)
    sentences.push_back(sentence_on_tier(entry, names));
  return sentences;
}

std::string gain_words(const ExplainedBody& body, const Gain& gain) {
  const auto& groups = body.explanation.groups;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < gain.groups.size(); ++i) {
    const auto& group = gain.groups[i];
    if (group.added.empty() && group.unknown.empty()) continue;
    auto part = groups.size() == 1 ? std::string() : groups[i].model + ": ";
    part += fmt::format("{} of {} eligible", group.eligible,
                        counted(groups[i].endpoints.size(), "endpoint"));
    if (!group.added.empty()) part += fmt::format(", adds {}", fmt::join(group.added, ", "));
    if (!group.unknown.empty())
      part += fmt::format(", unknown instead of excluded: {}", fmt::join(group.unknown, ", "));
    parts.push_back(std::move(part));
  }
  return fmt::format("{}: {}", words_on_edit(gain.edit), fmt::join(parts, "; "));
}

std::string brief_gain(const Gain& gain, std::size_t group) {
  const auto& [added, unknown, eligible] = gain.groups[group];
  auto names = added;
  for (const auto& name : unknown)
    names.push_back(name + (added.empty() ? "" : " then unknown"));
  if (names.empty()) return {};
  return fmt::format("{} ({}{})", mrctl::listed(names, 4),
                     brief_of(gain.edit, added.empty() ? unknown.front() : added.front()),
                     added.empty() ? "; then unknown" : "");
}

std::vector<std::string> assumption_words(std::span<const std::string_view> assumed,
                                          const KnownLists& known, const AskedCodes& asked) {
  std::vector<std::string_view> codes;
  std::ranges::copy_if(assumed, std::back_inserter(codes),
                       [&](std::string_view code) { return asked.contains(code); });
  std::vector<std::string> words;
  if (!codes.empty())
    words.push_back(fmt::format("assumed to pass (listings do not show {}): {}",
                                codes.size() == 1 ? "it" : "them", fmt::join(codes, ", ")));
  for (const auto& list : known)
    if (asked.contains(list.code))
      words.push_back(fmt::format("{} is decided by {}", list.code, list.file));
  return words;
}

std::vector<std::string> assumption_words(const ExplainedPresets& report) {
  AskedCodes asked;
  for (const auto& body : report.bodies)
    add_asked(asked, body.explanation);
  return assumption_words(report.assumed, *report.known, asked);
}

} // namespace mrctl::routing
