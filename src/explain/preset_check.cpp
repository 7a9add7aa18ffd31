#include "mrctl/explain/preset_check.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/explain/failure_place.hpp"
#include "mrctl/explain/reach.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::explain {

void NamedModels::add(const std::vector<std::string>& now,
                      const std::vector<std::string>& earlier) {
  for (const auto& model : now)
    if (named_.insert(model).second) now_.push_back(model);
  append(earlier_, earlier);
}

std::vector<std::string> NamedModels::all() const {
  auto models = now_;
  auto named = named_;
  for (const auto& model : earlier_)
    if (named.insert(model).second) models.push_back(model);
  return models;
}

std::vector<std::string> models_named_in(std::string_view body) {
  auto members = Json::object();
  for (const auto* key : {"model", "models"})
    if (const auto text = json_member(body, key))
      if (auto value = parse_json(*text, Reading::tolerant)) members[key] = *std::move(value);
  return models_of(members);
}

namespace {

// A version of a preset: its body, and the explanations of it for requests of different sizes,
// which are all that the premises of gates differ in. Returns one until the next is asked for, but
// for the first, which stays.
class Version {
public:
  // `whole` is the body with its sources, or null for one that was applied earlier.
  Version(const Json& body, const std::vector<std::string>& models, const CheckRules& rules,
          const body::Body* whole = nullptr)
      : body_(body), whole_(whole), alive_(rules.alive), premises_(rules.gates.premises),
        listings_(listings_of(models, rules.listings)) {}

  [[nodiscard]] GatedBody gated(std::size_t premises) {
    return {.explanation = &with(premises),
            .value = &body_,
            .listings = listings_,
            .premises = &premises_[premises]};
  }

  const Explanation& with(std::size_t premises) {
    auto& known = premises == 0 ? first_ : last_;
    if (known && (premises == 0 || premises == premises_of_last_)) return *known;
    if (premises != 0) premises_of_last_ = premises;
    if (known && resize(*known, body_, premises_[premises])) return *known;
    known = explain(body_, listings_, premises_[premises]);
    if (whole_ != nullptr) settle_base_entries(*known, *whole_, alive_);
    return *known;
  }

private:
  const Json& body_;
  const body::Body* whole_;
  const std::set<BaseEntry>& alive_;
  const std::vector<Premises>& premises_;
  std::vector<Listing> listings_;
  std::optional<Explanation> first_{};
  std::optional<Explanation> last_{};
  std::size_t premises_of_last_ = 0;
};

// Both may be the same.
struct Versions {
  Version& now;
  Version* earlier; // that was applied last, by the listings of now; null if there is none
};

// Notes which failures the earlier version has, too.
void note_earlier_failures(std::vector<output::GateResult>& results, const Gate& gate,
                           const Versions& versions) {
  if (versions.earlier == nullptr) return;
  std::vector<output::GateResult> before;
  if (versions.earlier != &versions.now) {
    const auto gated = versions.earlier->gated(gate.premises);
    before = judge(gate, {&gated, 1});
  }
  for (auto& result : results) {
    const auto failed_before = [&](const output::GateResult& other) {
      return !other.is_met && other.model == result.model && other.asked == result.asked;
    };
    if (!result.is_met &&
        (versions.earlier == &versions.now || std::ranges::any_of(before, failed_before)))
      result.note = "as before";
  }
}

void judge(PresetCheck& out, const CheckRules& rules, const BodyToExplain& body,
           const Versions& versions) {
  std::vector<std::string> unlisted;
  for (const auto& model : body.models)
    if (!rules.listings.contains(model) &&
        !is_unlisted(model, rules.gates.premises.front().unlisted))
      unlisted.push_back(model);
  std::optional<PlacesByModel> places;
  std::vector<std::size_t> order(rules.gates.gates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rules.gates.gates[i].premises; });
  for (const auto i : order) {
    const auto& gate = rules.gates.gates[i];
    if (!is_selected(gate, std::string_view(body.slug).substr(rules.prefix), body.models)) continue;
    auto gated = versions.now.gated(gate.premises);
    gated.preset = out.position;
    gated.slug = body.slug;
    gated.unlisted = unlisted;
    auto results = judge(gate, {&gated, 1});
    for (auto& result : results) {
      if (result.is_met) continue;
      if (const auto& found = *gated.explanation;
          !places || places->of_bases.size() != found.demands.size() + found.dead.size())
        places = places_of_causes(body, found); // one demand more if counts are given
      result.place = place_of_failure(result, *places, *gated.explanation);
      result.place.line_text.clear(); // there may be thousands
    }
    if (!std::ranges::all_of(results, &output::GateResult::is_met))
      note_earlier_failures(results, gate, versions);
    add(out.outcomes.emplace_back(i, GateOutcome{}).second, out.position, std::move(results));
  }
}

// Costs are those of a request as the flags describe it, else as the first gate does that has
// counts.
std::size_t premises_of_costs(const PresetCheck& check, const GateRules& rules) {
  const auto has_costs = [&](std::size_t position) {
    const auto& premises = rules.premises[position];
    return premises.prompt_tokens && premises.completion_tokens;
  };
  if (has_costs(0)) return 0;
  for (const auto& [gate, outcome] : check.outcomes)
    if (has_costs(rules.gates[gate].premises)) return rules.gates[gate].premises;
  return 0;
}

} // namespace

PresetCheck check_preset(const CheckRules& rules, std::size_t position, const BodyToExplain& body,
                         const EarlierBody& earlier) {
  PresetCheck out{.position = position};
  Version now(body.value, body.models, rules, &body.body);
  std::optional<Version> then;
  if (const auto* value = std::get_if<Json>(&earlier))
    then.emplace(*value, models_of(*value), rules);
  const Versions versions{now, std::holds_alternative<SameBody>(earlier) ? &now
                               : then                                    ? &*then
                                                                         : nullptr};
  judge(out, rules, body, versions);
  const auto costs = premises_of_costs(out, rules.gates);
  const auto priced = [&](Version& version) {
    return PricedExplanation{version.with(0), version.with(costs)};
  };
  const auto before =
      versions.earlier == nullptr ? std::nullopt : std::optional(priced(*versions.earlier));
  out.reach = reach_between(before ? &*before : nullptr, priced(now));
  const auto& globs = rules.gates.premises.front().unlisted;
  for (const auto& model : body.models)
    if (!rules.listings.contains(model) && !rules.is_refused) {
      auto& reach = out.reach.emplace_back();
      reach.model = model;
      reach.is_unlisted = is_unlisted(model, globs);
    }
  add_asked(out.asked, now.with(0));
  out.warnings = dead_warnings(body, now.with(0));
  append(out.warnings, reach_warnings(body, now.with(0)));
  out.unlisted = unlisted_problems(body, rules.unlisted);
  if (body.models.empty())
    out.notes.push_back(fmt::format("{} names no model and can be used with any, so it has no "
                                    "reach to show",
                                    body.slug));
  for (const auto& group : now.with(0).groups)
    if (group.endpoints.empty())
      out.notes.push_back(fmt::format("{}: {} has no endpoints", body.slug, group.model));
  return out;
}

void add(CheckedPresets& check, PresetCheck preset) {
  check.presets[preset.position].reach = std::move(preset.reach);
  for (auto& [gate, outcome] : preset.outcomes)
    add(check.gates[gate], std::move(outcome));
  check.asked.merge(preset.asked);
  add_with_few_excerpts(check.warnings, std::move(preset.warnings));
  append(check.unlisted, std::move(preset.unlisted));
  append(check.notes, std::move(preset.notes));
}

} // namespace mrctl::explain
