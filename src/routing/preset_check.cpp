#include "mrctl/routing/preset_check.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/routing/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::routing {

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

using output::GateResult;

// A version of a preset: its body, and its explanations. They differ in the size of the request
// only, as the assumptions of gates do. A reference to the first explanation stays valid, one to
// any other until the next is asked for.
class Version {
public:
  // `whole` is the body with its sources, or null for one that was applied earlier.
  Version(const Json& body, const std::vector<std::string>& models, const CheckRules& rules,
          const body::Body* whole = nullptr)
      : body_(body), whole_(whole), alive_(rules.alive), assumptions_(rules.gates.assumptions),
        listings_(listings_of(models, rules.listings)) {}

  [[nodiscard]] GatedBody gated(std::size_t assumptions) {
    return {.explanation = &with(assumptions),
            .value = &body_,
            .listings = listings_,
            .assumptions = &assumptions_[assumptions]};
  }

  const Explanation& with(std::size_t assumptions) {
    auto& known = assumptions == 0 ? first_ : last_;
    if (known && (assumptions == 0 || assumptions == assumptions_of_last_)) return *known;
    if (assumptions != 0) assumptions_of_last_ = assumptions;
    if (known && resize(*known, body_, assumptions_[assumptions])) return *known;
    known = explain(body_, listings_, assumptions_[assumptions]);
    if (whole_ != nullptr) settle_base_entries(*known, *whole_, alive_);
    return *known;
  }

private:
  const Json& body_;
  const body::Body* whole_;
  const std::set<BaseEntry>& alive_;
  const std::vector<Assumptions>& assumptions_;
  std::vector<Listing> listings_;
  std::optional<Explanation> first_{};
  std::optional<Explanation> last_{};
  std::size_t assumptions_of_last_ = 0;
};

// The two versions of a preset that a check compares; one object may be both.
struct Versions {
  Version& now;
  Version* earlier; // that was applied last, by the listings of now; null if there is none
};

// Notes which failures the earlier version has, too.
void note_earlier_failures(std::vector<GateResult>& results, const Gate& gate,
                           const Versions& versions) {
  if (versions.earlier == nullptr) return;
  std::vector<GateResult> before;
  if (versions.earlier != &versions.now) {
    const auto gated = versions.earlier->gated(gate.assumptions);
    before = judge(gate, {&gated, 1});
  }
  for (auto& result : results) {
    const auto failed_before = [&](const GateResult& other) {
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
        !matches_any(model, rules.gates.assumptions.front().unlisted))
      unlisted.push_back(model);
  std::optional<PlacesByModel> places;
  std::vector<std::size_t> order(rules.gates.gates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return rules.gates.gates[i].assumptions; });
  for (const auto i : order) {
    const auto& gate = rules.gates.gates[i];
    if (!is_selected(gate, std::string_view(body.slug).substr(rules.prefix), body.models)) continue;
    auto gated = versions.now.gated(gate.assumptions);
    gated.preset = out.position;
    gated.slug = body.slug;
    gated.unlisted = unlisted;
    auto results = judge(gate, {&gated, 1});
    for (auto& result : results) {
      if (result.is_met) continue;
      if (const auto& found = *gated.explanation;
          !places || places->of_bases.size() != found.requirements.size() + found.dead.size())
        places = places_of_causes(body, found); // one requirement more if counts are given
      result.place = place_of_failure(result, *places, *gated.explanation);
      result.place.line_text.clear(); // there may be thousands
    }
    if (!std::ranges::all_of(results, &GateResult::is_met))
      note_earlier_failures(results, gate, versions);
    add_results(out.outcomes.emplace_back(i, GateOutcome{}).second, out.position,
                std::move(results));
  }
}

// Costs are those of a request as the flags describe it, else as the first gate does that has
// counts.
std::size_t assumptions_of_costs(const PresetCheck& check, const GateRules& rules) {
  const auto has_costs = [&](std::size_t position) {
    const auto& assumptions = rules.assumptions[position];
    return assumptions.prompt_tokens && assumptions.completion_tokens;
  };
  if (has_costs(0)) return 0;
  for (const auto& [gate, outcome] : check.outcomes)
    if (has_costs(rules.gates[gate].assumptions)) return rules.gates[gate].assumptions;
  return 0;
}

// Returns the slug without prefix that one of the globs names with its prefix, as a file, or
// misspelled.
std::string_view meant_by(std::span<const std::string> globs,
                          std::span<const CheckedPreset> presets,
                          std::span<const std::string_view> slugs) {
  for (const std::string_view glob : globs) {
    for (std::size_t i = 0; i < presets.size(); ++i)
      if (glob == presets[i].slug || glob == presets[i].file) return slugs[i];
    if (const auto nearest = nearest_word(glob, slugs); !nearest.empty()) return nearest;
  }
  return {};
}

// One case of a gate: a preset that it selects, or the gate as a whole.
output::Finding finding_of(const Gate& gate, std::span<const GateResult* const> failures) {
  output::Finding finding{.rule = "gate.project", .name = gate.id};
  std::string waived;
  for (const auto* failure : failures) {
    auto& text = failure->waived.empty() ? finding.message : waived;
    text += (text.empty() ? "" : "; ") + reason_of(*failure);
    if (!failure->waived.empty()) waived += ": waived, " + failure->waived;
    if (finding.line > 0) continue;
    finding.file = failure->place.file;
    finding.line = failure->place.line;
  }
  if (!finding.message.empty()) {
    finding.result = output::CheckResult::failed;
    finding.severity = Severity::error;
  } else if (!waived.empty()) {
    finding.result = output::CheckResult::skipped;
    finding.message = std::move(waived);
  }
  return finding;
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
  const auto costs = assumptions_of_costs(out, rules.gates);
  const auto priced = [&](Version& version) {
    return PricedExplanation{version.with(0), version.with(costs)};
  };
  const auto before =
      versions.earlier == nullptr ? std::nullopt : std::optional(priced(*versions.earlier));
  out.reach = reach_between(before ? &*before : nullptr, priced(now));
  const auto& globs = rules.gates.assumptions.front().unlisted;
  for (const auto& model : body.models)
    if (!rules.listings.contains(model) && !rules.is_refused) {
      auto& reach = out.reach.emplace_back();
      reach.model = model;
      reach.is_unlisted = matches_any(model, globs);
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

void add_preset(CheckedPresets& check, PresetCheck preset) {
  check.presets[preset.position].reach = std::move(preset.reach);
  for (auto& [gate, outcome] : preset.outcomes)
    merge(check.gates[gate], std::move(outcome));
  check.asked.merge(preset.asked);
  add_with_few_excerpts(check.warnings, std::move(preset.warnings));
  append(check.unlisted, std::move(preset.unlisted));
  append(check.notes, std::move(preset.notes));
}

void conclude(CheckedPresets& check, std::span<const std::string_view> slugs,
              std::string_view today) {
  std::set<std::string_view> models;
  for (const auto& preset : check.presets)
    for (const auto& reach : preset.reach)
      models.insert(reach.model);
  for (auto& gate : check.gates)
    conclude(gate, gate.presets.empty() ? meant_by(gate.gate->presets, check.presets, slugs) : "",
             models);
  check.warnings = without_repeats(std::move(check.warnings));
  waive(check.gates, check.waivers, slugs, today);
  for (const auto& waiver : check.waivers) {
    if (!check.not_evaluated.empty()) break;
    auto warning = warning_on(waiver);
    if (!warning) continue;
    const auto meant = meant_by({&waiver.preset, 1}, check.presets, slugs);
    if (waiver.state == Waiver::State::unused && !meant.empty() && meant != waiver.preset)
      warning->suggestion = fmt::format("did you mean preset = \"{}\"?", meant);
    check.warnings.push_back(*std::move(warning));
  }
  for (const auto& outcome : check.gates)
    for (const auto& failure : outcome.failures) {
      if (!failure.preset || !output::counts(failure)) continue;
      auto& failed = check.presets[*failure.preset].failed;
      if (failed.empty() || failed.back() != outcome.gate->id) failed.push_back(outcome.gate->id);
    }
}

output::Judgement with_gates(output::Judgement judgement, const CheckedPresets& check) {
  auto rows = shown_results(check.gates);
  append(rows, std::move(judgement.gates));
  judgement.gates = std::move(rows);
  for (const auto& waiver : check.waivers)
    if (waiver.failures > 0)
      judgement.waivers.push_back(fmt::format("{} waived: {} for {} until {} ({})", waiver.failures,
                                              waiver.gate, waiver.preset, waiver.until,
                                              waiver.reason));
  for (auto& words : assumption_words(check.assumed, *check.known, check.asked))
    judgement.facts.push_back({{}, std::move(words)});
  for (const auto& id : check.not_evaluated)
    judgement.gates.push_back({.gate = id,
                               .why = "there are no listings",
                               .is_of_file = true,
                               .waived = "not evaluated"});
  if (!check.not_evaluated.empty())
    judgement.sum += fmt::format("; {} not evaluated", counted(check.not_evaluated.size(), "gate"));
  if (check.gates.empty()) return judgement;
  const auto all = counted(check.gates.size(), "gate");
  const auto met = std::ranges::count_if(check.gates, &is_met);
  const auto failed = check.gates.size() - static_cast<std::size_t>(met);
  judgement.sum +=
      failed == 0 ? fmt::format("; {} met", all) : fmt::format("; {} of {} failed", failed, all);
  return judgement;
}

std::vector<CheckedGate> gates_of(const CheckedPresets& check) {
  std::vector<CheckedGate> gates;
  for (const auto& outcome : check.gates)
    gates.push_back({outcome.gate->id, is_met(outcome), outcome.failures});
  for (const auto& id : check.not_evaluated)
    gates.push_back({id, std::nullopt, {}});
  return gates;
}

output::Findings findings_of(const CheckedPresets& check) {
  output::Findings findings;
  for (const auto& id : check.not_evaluated)
    findings.push_back({.result = output::CheckResult::skipped,
                        .rule = "gate.project",
                        .message = "not evaluated: there are no listings",
                        .suite = "gates",
                        .name = id});
  for (const auto& outcome : check.gates) {
    std::vector<std::vector<const GateResult*>> failures(check.presets.size() + 1);
    for (const auto& failure : outcome.failures)
      failures[failure.preset.value_or(check.presets.size())].push_back(&failure);
    for (const auto preset : outcome.presets) {
      auto& finding = findings.emplace_back(finding_of(*outcome.gate, failures[preset]));
      finding.suite = check.presets[preset].file;
      if (finding.file.empty()) finding.file = finding.suite;
    }
    if (failures.back().empty()) continue;
    auto& finding = findings.emplace_back(finding_of(*outcome.gate, failures.back()));
    finding.suite = finding.file;
  }
  return findings;
}

std::string reach_in_short(const CheckedPreset& preset) {
  std::string out;
  for (const auto& reach : preset.reach)
    if (reach.after)
      out += fmt::format("{}{}={}", out.empty() ? "" : " ", reach.model, reach.after->eligible);
  return out;
}

} // namespace mrctl::routing
