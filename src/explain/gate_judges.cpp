#include "gate_judges.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/explain/drill.hpp"

#include "unknown_hint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

namespace mrctl::explain {

namespace {

using output::GateResult;

constexpr std::size_t most_named = 8;

std::optional<GateResult> judge_at_least(const Look& look) {
  const auto& [gate, asked, explanation, group, body] = look;
  service::Model model;
  model.id = group->model;
  const auto is_counted = [&conditions = gate.where, &model](const ExplainedEndpoint& judged) {
    return std::ranges::all_of(conditions, [&](const service::Condition& condition) {
      return service::holds(condition, condition.column->cell(model, *judged.endpoint));
    });
  };
  std::vector<std::string> names;
  for (const auto& judged : group->endpoints)
    if (judged.reach == Reach::eligible && is_counted(judged))
      names.push_back(name_of(*judged.endpoint));
  const auto count = names.size();
  const auto least = *gate.at_least;
  GateResult out{.is_met = count >= least && !group->endpoints.empty(), .found = count};
  out.why = group->model + (group->endpoints.empty() ? " has no endpoints"
                            : count == 0             ? " has no eligible endpoint"
                                         : " has " + counted(count, "eligible endpoint"));
  if (!gate.where.empty() && !group->endpoints.empty()) out.why += " with " + gate.where_words;
  if (out.is_met) return out;
  if (count > 0) out.why += fmt::format(" ({})", listed(names, most_named));
  if (count < least)
    out.why += hint_on_unknown(*group, explanation, {least - count, {}, is_counted});
  out.why += fmt::format("; the gate requires at least {}", least);
  return out;
}

std::optional<GateResult> judge_max_cost(const Look& look) {
  const auto& [gate, asked, explanation, group, body] = look;
  const auto most = fmt::format("the limit is {} USD", gate.max_cost->text());
  const ExplainedEndpoint* dearest = nullptr;
  for (const auto& judged : group->endpoints) {
    if (judged.reach != Reach::eligible) continue;
    if (!judged.cost)
      return GateResult{.why = fmt::format("{} reaches {}, whose cost is not known; {}",
                                           group->model, name_of(*judged.endpoint), most)};
    if (dearest == nullptr || *judged.cost > *dearest->cost) dearest = &judged;
  }
  if (dearest == nullptr)
    return GateResult{.why = fmt::format("{} has no eligible endpoint{}; {}", group->model,
                                         hint_on_unknown(*group, explanation, {.count = 1}), most)};
  const bool is_met = *dearest->cost <= *gate.max_cost;
  return GateResult{.is_met = is_met,
                    .why = fmt::format("a request costs up to {} USD on {}{}{}{}{}",
                                       dearest->cost->text(), name_of(*dearest->endpoint),
                                       explanation.groups.size() > 1 ? " of " + group->model : "",
                                       group->charges.empty() ? "" : ", ", group->charges,
                                       is_met ? "" : ", " + most),
                    .found = dearest->cost->text()};
}

// Several endpoints may share a tag; one eligible endpoint is enough. Nothing if the group does not
// list the tag.
std::optional<GateResult> judge_require(const Look& look) {
  const auto& [gate, asked, explanation, group, body] = look;
  const auto [model, tag] = required_tag(asked.get_ref<const std::string&>());
  if (!model.empty() && group->model != model) return std::nullopt;
  std::optional<Reach> best;
  for (const auto& judged : group->endpoints)
    if (has_tag(judged, tag) && (!best || judged.reach == Reach::eligible ||
                                 (judged.reach == Reach::unknown && best == Reach::excluded)))
      best = judged.reach;
  if (!best) return std::nullopt;
  GateResult out{.is_met = best == Reach::eligible, .found = reach_name(*best)};
  if (out.is_met)
    out.why = fmt::format("{} reaches {}", group->model, tag);
  else if (best == Reach::excluded)
    out.why = fmt::format("{} excludes {}; it is required", group->model, tag);
  else
    out.why = fmt::format("{} leaves {} unknown{}; it is required", group->model, tag,
                          hint_on_unknown(*group, explanation, {.count = 1, .tag = tag}));
  return out;
}

std::optional<GateResult> judge_dead_entries(const Look& look) {
  const auto& dead = look.explanation.dead;
  GateResult out{.is_met = dead.empty(), .found = dead.size()};
  std::vector<std::string> names;
  for (const auto& each : dead)
    names.push_back(each.suggestion.empty()
                        ? fmt::format("'{}'", each.entry)
                        : fmt::format("'{}' (did you mean '{}'?)", each.entry, each.suggestion));
  out.why = out.is_met ? "has no entries that match no endpoint"
                       : fmt::format("has entries that match no endpoint: {}; none are allowed",
                                     listed(names, most_named));
  return out;
}

// Presets that reach nothing, or have a model that no listing has, lose nothing. Looks at the
// models that the gate is about.
std::optional<GateResult> judge_survival(const Look& look) {
  std::vector<Listing> listings;
  std::vector<const ModelGroup*> groups;
  for (std::size_t i = 0; i < look.body.listings.size(); ++i)
    if (matches_any(look.explanation.groups[i].model, look.gate.models)) {
      listings.push_back(look.body.listings[i]);
      groups.push_back(&look.explanation.groups[i]);
    }
  GateResult out{.is_met = true, .why = "depends on no single provider", .found = ""};
  if (!look.explanation.unlisted.empty()) return out;
  std::vector<std::string> providers;
  for (const auto& loss :
       losses_of({*look.body.value, listings, *look.body.premises, groups}, Losses::fatal))
    if (loss.is_dead) providers.push_back(spelled_provider(loss.provider, listings));
  if (providers.empty()) return out;
  out.is_met = false;
  out.found = fmt::format("{}", fmt::join(providers, ","));
  out.why = fmt::format("depends on {}: if it fails, no endpoint is eligible",
                        fmt::join(providers, " or "));
  return out;
}

constexpr std::array judges{
    GateJudge{"at_least", LooksAt::models, judge_at_least},
    GateJudge{"max_cost", LooksAt::models, judge_max_cost},
    GateJudge{"require", LooksAt::models, judge_require},
    GateJudge{"no_dead_entries", LooksAt::body, judge_dead_entries},
    GateJudge{"survives_a_provider", LooksAt::body, judge_survival},
};
static_assert(judges.size() == spec::gate_rows.size() &&
              std::equal(judges.begin(), judges.end(), spec::gate_rows.begin(),
                         [](const auto& judge, const auto& row) { return judge.key == row.key; }));

} // namespace

bool matches_any(std::string_view text, const std::vector<std::string>& globs) {
  return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
           return matches_glob(text, glob);
         });
}

std::span<const GateJudge> gate_judges() {
  return judges;
}

std::vector<Json> values_of(const spec::GateValues& values, const spec::GateRow& row) {
  return std::visit(
      [&]<class Type>(Type spec::GateValues::*member) -> std::vector<Json> {
        const auto& value = values.*member;
        if constexpr (std::is_same_v<Type, bool>)
          return std::vector<Json>(value ? 1 : 0, Json(true)); // braces mean a size to clang
        else if constexpr (std::is_same_v<Type, std::optional<Decimal>>)
          return value ? std::vector<Json>(1, Json(value->text())) : std::vector<Json>();
        else if constexpr (std::is_same_v<Type, std::vector<std::string>>)
          return {value.begin(), value.end()};
        else
          return value ? std::vector<Json>(1, Json(*value)) : std::vector<Json>();
      },
      row.member);
}

RequiredTag required_tag(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return {{}, text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

GateResult result_of_file(GateResult result, const Gate& gate) {
  result.gate = gate.id;
  result.is_of_file = true;
  if (!gate.place.file.empty())
    result.why += fmt::format(" ({}:{})", gate.place.file, gate.place.line);
  return result;
}

} // namespace mrctl::explain
