#include "explanation_words.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/json/path.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::explain {

namespace {

std::string range_words(const CostRange& range) {
  if (!range.least) return "not known";
  if (*range.least == *range.most) return range.least->text() + " USD";
  return fmt::format("{} to {} USD", range.least->text(), range.most->text());
}

// The range if unknown endpoints count as well.
std::string range_if_unknown(const GroupCost& cost) {
  const auto words = range_words(cost.with_unknown);
  return words == range_words(cost.eligible) ? "the same" : words;
}

std::vector<std::string> names_without_cost(const ModelGroup& group) {
  std::vector<std::string> names;
  for (const auto& judged : group.endpoints)
    if (judged.reach != Reach::excluded && !judged.cost) names.push_back(name_of(*judged.endpoint));
  return names;
}

std::size_t total_of(const ExplainedBody& body) {
  std::size_t total = 0;
  for (const auto& group : body.explanation.groups)
    total += group.endpoints.size();
  return total;
}

std::string member_of(const ExplainedBody& body, std::size_t position) {
  const auto& demand = body.explanation.demands[position];
  const auto member =
      demand.pointer.empty() ? std::string("--prompt-tokens") : dotted(demand.pointer);
  const auto& place = body.places[position];
  return place.empty() || place == member ? member : fmt::format("{} ({})", member, place);
}

} // namespace

std::string sum_of(const ModelGroup& group) {
  std::string out = counted(group.endpoints.size(), "endpoint") + ":";
  for (const auto reach : all_reaches)
    out += fmt::format("{} {} {}", reach == Reach::eligible ? "" : ",", count_of(group, reach),
                       reach_name(reach));
  return out;
}

std::string order_words(const ModelGroup& group) {
  if (group.reason == "order") return "tried in the order of provider.order";
  if (group.reason == "balanced") return "in no fixed order: the service balances the load";
  if (group.reason.starts_with("sort: not"))
    return "sorted by the service; a listing does not show the order";
  return fmt::format("sorted by {}", group.reason.substr(std::string_view("sort: ").size()));
}

std::string remarks_on(const Judged& judged) {
  std::vector<std::string> parts;
  if (judged.reason.starts_with("order[")) parts.push_back("provider." + judged.reason);
  if (judged.reason == "fallback") parts.emplace_back("fallback");
  if (judged.is_degraded) parts.emplace_back("degraded");
  if (judged.cost) parts.push_back(judged.cost->text() + " USD");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::vector<std::string> reasons_of(const ExplainedBody& body, const Judged& judged,
                                    ShownChecks checks) {
  const bool shows_all = checks == ShownChecks::all;
  std::vector<std::string> reasons;
  for (const auto& check : judged.checks) {
    if (check.verdict == Verdict::pass && !shows_all) continue;
    const auto verdict =
        shows_all ? fmt::format("{}: ", verdict_name(check.verdict)) : std::string();
    reasons.push_back(fmt::format("{}{}: {}", verdict, member_of(body, check.demand),
                                  words_of(body.explanation.demands[check.demand], check)));
  }
  if (judged.drops && !judged.drops->empty() && judged.reach != Reach::excluded)
    reasons.push_back(
        fmt::format("drops {}, which it does not support", fmt::join(*judged.drops, ", ")));
  if (shows_all && judged.fix) reasons.push_back("to include it: " + words_of(*judged.fix));
  return reasons;
}

bool has_costs(const ModelGroup& group) {
  return std::any_of(group.endpoints.begin(), group.endpoints.end(),
                     [](const Judged& judged) { return judged.cost.has_value(); });
}

std::string cost_words(const ModelGroup& group) {
  const auto unknown = count_of(group, Reach::unknown);
  const bool has_eligible = count_of(group, Reach::eligible) > 0;
  auto text = has_eligible ? fmt::format("cost of a request: {} on eligible endpoints",
                                         range_words(group.cost.eligible))
                           : std::string("cost of a request: no endpoint is eligible");
  if (unknown > 0) text += fmt::format(", {} if unknown ones count", range_if_unknown(group.cost));
  if (const auto names = names_without_cost(group); !names.empty())
    text += fmt::format("; not known for {}", fmt::join(names, ", "));
  return text;
}

std::string dead_words(const ExplainedBody& body, std::size_t position) {
  const auto& dead = body.explanation.dead[position];
  const auto& place = body.dead_places[position];
  auto text = dotted(dead.path);
  if (!place.empty()) text += fmt::format(" ({})", place);
  text += fmt::format(": '{}'", dead.entry);
  if (!dead.suggestion.empty()) text += fmt::format("; did you mean '{}'?", dead.suggestion);
  return text;
}

std::string gain_words(const ExplainedBody& body, const Gain& gain) {
  auto text = fmt::format("{}: {} of {} eligible", words_of(gain.edit), gain.eligible,
                          counted(total_of(body), "endpoint"));
  if (!gain.added.empty()) text += fmt::format(", adds {}", fmt::join(gain.added, ", "));
  if (!gain.unknown.empty())
    text += fmt::format("; unknown instead of excluded: {}", fmt::join(gain.unknown, ", "));
  return text;
}

} // namespace mrctl::explain
