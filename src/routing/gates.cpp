#include "mrctl/routing/gates.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/drill.hpp"
#include "mrctl/routing/reach.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace mrctl::routing {

namespace {

using output::GateResult;

bool is_meant(std::string_view text, const std::vector<std::string>& globs) {
  return globs.empty() || matches_any(text, globs);
}

// One group of a body, with all that the conditions of a gate need to judge it.
struct GateCase {
  const Gate& gate;
  const Json& asked;
  const Explanation& explanation;
  const ModelGroup* group; // null: the whole body
  const GatedBody& body;
};

struct RequiredTag {
  std::string_view model; // empty: every model that lists it
  std::string_view tag;
};

// Reads [MODEL=]TAG.
RequiredTag required_tag(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos) return {{}, text};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

constexpr std::size_t most_named = 8;

std::optional<GateResult> judge_at_least(const GateCase& given) {
  const auto& [gate, asked, explanation, group, body] = given;
  service::Model model;
  model.id = group->model;
  const auto is_counted = [&conditions = gate.conditions, &model](const ExplainedEndpoint& judged) {
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
  if (!gate.conditions.empty() && !group->endpoints.empty())
    out.why += fmt::format(" with {}", fmt::join(gate.where, ", "));
  if (out.is_met) return out;
  if (count > 0) out.why += fmt::format(" ({})", listed(names, most_named));
  if (count < least)
    out.why += hint_on_unknown(*group, explanation, {least - count, {}, is_counted});
  out.why += fmt::format("; the gate requires at least {}", least);
  return out;
}

// An eligible endpoint of unknown cost fails the gate.
std::optional<GateResult> judge_max_cost(const GateCase& given) {
  const auto& group = *given.group;
  const auto limit = fmt::format("the limit is {} USD", given.gate.max_cost->text());
  const ExplainedEndpoint* dearest = nullptr;
  for (const auto& judged : group.endpoints) {
    if (judged.reach != Reach::eligible) continue;
    if (!judged.cost)
      return GateResult{.why = fmt::format("{} reaches {}, whose cost is not known; {}",
                                           group.model, name_of(*judged.endpoint), limit)};
    if (dearest == nullptr || *judged.cost > *dearest->cost) dearest = &judged;
  }
  if (dearest == nullptr)
    return GateResult{.why = fmt::format("{} has no eligible endpoint{}; {}", group.model,
                                         hint_on_unknown(group, given.explanation, {.count = 1}),
                                         limit)};
  GateResult out{.is_met = *dearest->cost <= *given.gate.max_cost, .found = dearest->cost->text()};
  out.why = fmt::format("a request costs up to {} USD on {}", dearest->cost->text(),
                        name_of(*dearest->endpoint));
  if (given.explanation.groups.size() > 1) out.why += " of " + group.model;
  if (!group.charges.empty()) out.why += ", " + group.charges;
  if (!out.is_met) out.why += ", " + limit;
  return out;
}

// Several endpoints may share a tag; one eligible endpoint is enough. Nothing if the group does not
// list the tag.
std::optional<GateResult> judge_require(const GateCase& given) {
  const auto& [gate, asked, explanation, group, body] = given;
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

std::optional<GateResult> judge_dead_entries(const GateCase& given) {
  const auto& dead = given.explanation.dead;
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

// Judges whether any provider may fail. A preset that reaches nothing, or has a model that no
// listing has, meets the gate, because no failure takes anything from it. Only the models that the
// gate selects count.
std::optional<GateResult> judge_survival(const GateCase& given) {
  std::vector<Listing> listings;
  std::vector<const ModelGroup*> groups;
  for (std::size_t i = 0; i < given.body.listings.size(); ++i)
    if (is_meant(given.explanation.groups[i].model, given.gate.models)) {
      listings.push_back(given.body.listings[i]);
      groups.push_back(&given.explanation.groups[i]);
    }
  GateResult out{.is_met = true, .why = "depends on no single provider", .found = ""};
  if (!given.explanation.unlisted.empty()) return out;
  std::vector<std::string> providers;
  for (const auto& loss :
       losses_of({*given.body.value, listings, *given.body.assumptions, groups}, Losses::fatal))
    if (loss.is_dead) providers.push_back(spelled_provider(loss.provider, listings));
  if (providers.empty()) return out;
  out.is_met = false;
  out.found = fmt::format("{}", fmt::join(providers, ","));
  out.why = fmt::format("depends on {}: if it fails, no endpoint is eligible",
                        fmt::join(providers, " or "));
  return out;
}

enum class JudgedOn : std::uint8_t { models, body };

// How a condition is judged. A judge returns nothing for a model that the condition is not about.
struct GateJudge {
  std::string_view key;
  JudgedOn on;
  std::optional<GateResult> (*judge)(const GateCase& given);
};

constexpr std::array judges{
    GateJudge{"at_least", JudgedOn::models, judge_at_least},
    GateJudge{"max_cost", JudgedOn::models, judge_max_cost},
    GateJudge{"require", JudgedOn::models, judge_require},
    GateJudge{"no_dead_entries", JudgedOn::body, judge_dead_entries},
    GateJudge{"survives_a_provider", JudgedOn::body, judge_survival},
};
static_assert(judges.size() == spec::gate_rows.size() &&
              std::equal(judges.begin(), judges.end(), spec::gate_rows.begin(),
                         [](const auto& judge, const auto& row) { return judge.key == row.key; }));

// Returns the values that a condition is given; none if it is not asked for.
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

// Returns the result as that of a gate of the project file.
GateResult result_of_file(GateResult result, const Gate& gate) {
  result.gate = gate.id;
  result.is_of_file = true;
  if (!gate.place.file.empty())
    result.why += fmt::format(" ({}:{})", gate.place.file, gate.place.line);
  return result;
}

// Returns the result with what it is about.
GateResult result_on(const Gate& gate, const GatedBody& body, std::string model,
                     GateResult result) {
  result.preset = body.preset;
  result.slug = body.slug;
  result.model = std::move(model);
  return gate.id.empty() ? std::move(result) : result_of_file(std::move(result), gate);
}

// Judges a body by one value of a row: as a whole, or each of its models.
std::vector<GateResult> judge_body(const Gate& gate, std::size_t row, const Json& asked,
                                   const GatedBody& body) {
  const auto& judge_row = judges.at(row);
  std::vector<GateResult> results;
  const auto add = [&](GateResult result, const std::string& model) {
    result.gate = spec::gate_rows.at(row).name();
    result.asked = asked;
    results.push_back(result_on(gate, body, model, std::move(result)));
  };
  const auto judge_one = [&](const ModelGroup* group) {
    if (auto result = judge_row.judge({gate, asked, *body.explanation, group, body}))
      add(*std::move(result), group == nullptr ? std::string() : group->model);
  };
  const auto& groups = body.explanation->groups;
  if (judge_row.on == JudgedOn::body && !groups.empty()) judge_one(nullptr);
  if (judge_row.on == JudgedOn::models)
    for (const auto& group : groups)
      if (is_meant(group.model, gate.models)) judge_one(&group);
  for (const auto& model : body.explanation->unlisted)
    if (is_meant(model, gate.models))
      add({.is_met = true, .why = model + " is in no listing"}, model);
  return results;
}

// The tags that listings have of a required endpoint.
struct ListedTags {
  std::vector<std::string> models{};
  std::vector<std::string> tags{}; // of the required model, or of all
  bool is_listed = false;
};

ListedTags look_for(const RequiredTag& required, std::span<const Explanation* const> explanations) {
  ListedTags seen;
  for (const auto* explanation : explanations)
    for (const auto& group : explanation->groups) {
      seen.models.push_back(group.model);
      if (!required.model.empty() && group.model != required.model) continue;
      for (const auto& judged : group.endpoints) {
        seen.is_listed = seen.is_listed || has_tag(judged, required.tag);
        if (judged.endpoint->tag) seen.tags.emplace_back(*judged.endpoint->tag);
      }
    }
  return seen;
}

std::string list_of(std::string_view what, std::vector<std::string> names) {
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return fmt::format("the {} are {}", what, listed(names, 20));
}

std::vector<output::GateResult> grouped_failures(std::span<const output::GateResult> results) {
  std::vector<output::GateResult> failures;
  std::ranges::copy_if(results, std::back_inserter(failures), &output::counts);
  return output::grouped(failures);
}

} // namespace

const spec::GateRow* condition_on_cost(const spec::GateValues& values) {
  const auto found = std::ranges::find_if(spec::gate_rows, [&](const spec::GateRow& row) {
    return row.is_about_cost && !values_of(values, row).empty();
  });
  return found == spec::gate_rows.end() ? nullptr : &*found;
}

bool is_selected(const Gate& gate, std::string_view slug, std::span<const std::string> models) {
  return is_meant(slug, gate.presets) &&
         (gate.models.empty() || std::ranges::any_of(models, [&](const std::string& model) {
            return is_meant(model, gate.models);
          }));
}

Status check_required(const Gate& gate, std::span<const Explanation* const> explanations) {
  if (std::ranges::all_of(explanations, [](const auto* each) { return each->groups.empty(); }))
    return {};
  for (const auto& text : gate.require) {
    const auto required = required_tag(text);
    const auto seen = look_for(required, explanations);
    const auto& models = seen.models;
    if (!required.model.empty() && !contains(models, required.model))
      return fail(Error::unknown_word("model", required.model, nearest_word(required.model, models),
                                      list_of("models", models)));
    if (seen.is_listed) continue;
    auto near = std::string(nearest_word(required.tag, seen.tags));
    const auto colon = required.tag.find(':'); // "acme/large:acme"
    if (colon != required.tag.npos && contains(models, required.tag.substr(0, colon)))
      near = fmt::format("{}={}", required.tag.substr(0, colon), required.tag.substr(colon + 1));
    return fail(Error::unknown_word("endpoint", required.tag, near, list_of("tags", seen.tags)));
  }
  return {};
}

std::vector<GateResult> judge(const Gate& gate, std::span<const GatedBody> bodies) {
  std::vector<GateResult> results;
  for (const auto& body : bodies)
    for (const auto& model : body.unlisted)
      if (is_meant(model, gate.models))
        results.push_back(result_on(gate, body, model, {.why = model + " could not be listed"}));
  for (std::size_t row = 0; row < spec::gate_rows.size(); ++row)
    for (const auto& asked : values_of(gate, spec::gate_rows.at(row))) {
      const auto before = results.size();
      for (const auto& body : bodies)
        std::ranges::move(judge_body(gate, row, asked, body), std::back_inserter(results));
      const bool is_of_flags = gate.id.empty() && gate.models.empty() && !bodies.empty();
      if (is_of_flags && results.size() == before)
        results.push_back(result_on(gate, bodies.front(), {},
                                    {.gate = std::string(spec::gate_rows.at(row).name()),
                                     .asked = asked,
                                     .why = "there is no model to check"}));
    }
  return results;
}

std::vector<std::string_view> state_names() {
  return {"used", "unused", "expired", "unjudged"};
}

std::string_view state_name(Waiver::State state) {
  return state_names().at(static_cast<std::size_t>(state));
}

bool is_met(const GateOutcome& outcome) {
  return std::ranges::none_of(outcome.failures, &output::counts);
}

void add_results(GateOutcome& outcome, std::size_t preset,
                 std::vector<output::GateResult> results) {
  outcome.presets.push_back(preset);
  std::set<std::string> models;
  for (auto& result : results) {
    if (models.insert(result.model).second) {
      ++outcome.judged;
      if (result.is_met && result.found.is_null()) ++outcome.unlisted;
    }
    if (result.asked.is_string()) outcome.listed.insert(result.asked.get<std::string>());
    if (!result.is_met) outcome.failures.push_back(std::move(result));
  }
}

void merge(GateOutcome& outcome, GateOutcome other) {
  append(outcome.presets, other.presets);
  std::ranges::move(other.failures, std::back_inserter(outcome.failures));
  outcome.judged += other.judged;
  outcome.unlisted += other.unlisted;
  outcome.listed.merge(other.listed);
}

void conclude(GateOutcome& outcome, std::string_view meant,
              const std::set<std::string_view>& models) {
  const auto& gate = *outcome.gate;
  const auto add_whole = [&](Json asked, std::string why) {
    outcome.failures.push_back(result_of_file(
        {.asked = std::move(asked), .why = std::move(why), .place = gate.place}, gate));
  };
  const bool names_folder = std::ranges::any_of(
      gate.presets, [](const std::string& glob) { return glob.find('/') != glob.npos; });
  const bool is_about_models = gate.presets.empty() && !gate.models.empty();
  if (outcome.presets.empty() && !gate.allow_empty && is_about_models)
    add_whole({}, fmt::format("selects no preset: no model of theirs matches {}{}",
                              fmt::join(gate.models, ", "),
                              gate.models.front().find('/') == std::string::npos
                                  ? fmt::format("; did you mean '*/{}'?", gate.models.front())
                                  : ""));
  else if (outcome.presets.empty() && !gate.allow_empty)
    add_whole({}, fmt::format("selects no preset{}{}{}",
                              gate.presets.empty() ? "" : "; no slug without its prefix matches ",
                              fmt::join(gate.presets, ", "),
                              names_folder    ? "; a slug is the name of a file without its folder"
                              : meant.empty() ? ""
                                              : fmt::format("; did you mean '{}'?", meant)));
  if (outcome.presets.empty() || (outcome.unlisted > 0 && outcome.judged == outcome.unlisted))
    return;
  for (const auto& text : gate.require) {
    if (outcome.listed.contains(text)) continue;
    const auto tag = required_tag(text).tag;
    add_whole(text, models.contains(tag)
                        ? fmt::format("{} is a model; 'require' takes tags of endpoints", tag)
                        : fmt::format("no model of its presets lists {}; it is required", tag));
  }
  if (outcome.judged == 0 && outcome.failures.empty())
    add_whole({}, "has no model to check: its presets name none");
}

void waive(std::span<GateOutcome> outcomes, std::span<Waiver> waivers,
           std::span<const std::string_view> slugs, std::string_view today) {
  for (auto& waiver : waivers) {
    if (waiver.until < today) waiver.state = Waiver::State::expired;
    if (waiver.state == Waiver::State::expired) continue;
    for (auto& outcome : outcomes)
      for (auto& failure : outcome.failures) {
        if (waiver.gate != outcome.gate->id || !failure.preset ||
            !matches_glob(slugs[*failure.preset], waiver.preset) ||
            (!waiver.model.empty() && !failure.model.empty() &&
             !matches_glob(failure.model, waiver.model)))
          continue;
        waiver.state = Waiver::State::used;
        if (!failure.waived.empty()) continue;
        failure.waived = waiver.reason;
        ++waiver.failures;
      }
  }
}

std::optional<Problem> warning_on(const Waiver& waiver) {
  const bool is_expired = waiver.state == Waiver::State::expired;
  if (!is_expired && waiver.state != Waiver::State::unused) return std::nullopt;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = is_expired ? "waiver.expired" : "waiver.unused";
  warning.place = waiver.place;
  warning.message =
      is_expired
          ? fmt::format("the waiver for gate '{}', preset '{}', expired on {}: its failures count",
                        waiver.gate, waiver.preset, waiver.until)
          : fmt::format("the waiver for gate '{}', preset '{}', has no effect", waiver.gate,
                        waiver.preset);
  warning.suggestion = is_expired ? "remove it, or extend 'until'" : "remove it";
  return warning;
}

std::vector<output::GateResult> shown_results(std::span<const GateOutcome> outcomes) {
  std::vector<output::GateResult> rows;
  for (const auto& outcome : outcomes) {
    const auto first = rows.size();
    append(rows, grouped_failures(outcome.failures));
    std::set<std::pair<std::optional<std::size_t>, std::string_view>> waived;
    for (const auto& failure : outcome.failures)
      if (!failure.waived.empty()) waived.emplace(failure.preset, failure.model);
    if (rows.size() == first)
      rows.push_back({.gate = outcome.gate->id,
                      .is_met = true,
                      .why = counted(outcome.presets.size(), "preset"),
                      .is_of_file = true});
    if (waived.empty()) continue;
    auto& note = rows[first].note;
    note +=
        fmt::format("{}{} of {} waived", note.empty() ? "" : ", ", waived.size(), outcome.judged);
  }
  return rows;
}

std::vector<output::GateResult> shown_results(std::span<const output::GateResult> results) {
  std::vector<output::GateResult> rows;
  while (!results.empty()) {
    const auto end = std::ranges::find_if(results, [&](const output::GateResult& result) {
      return name_of(result) != name_of(results.front());
    });
    const auto same = results.first(static_cast<std::size_t>(end - results.begin()));
    results = results.subspan(same.size());
    if (auto failures = grouped_failures(same); !failures.empty()) {
      append(rows, std::move(failures));
      continue;
    }
    auto& row = rows.emplace_back(same.front());
    if (same.size() == 1) continue;
    std::set<std::optional<std::size_t>> presets;
    for (const auto& result : same)
      presets.insert(result.preset);
    row.why =
        presets.size() > 1 ? counted(presets.size(), "preset") : counted(same.size(), "model");
    row.slug.clear();
  }
  return rows;
}

} // namespace mrctl::routing
