#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/planned_changes.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/check_report.hpp"
#include "mrctl/json/text.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "explain_input.hpp"
#include "preset_plan.hpp"
#include "project_gates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using explain::Explanation;

// What planning tells of the presets: their models, and how to recognise their bodies.
struct FirstLook {
  std::vector<std::string> models{};  // of the bodies, each once
  std::set<std::string> named{};      // the same
  std::vector<std::string> earlier{}; // models of recorded bodies
};

// None if the body names no model, which is reported when it is explained.
std::vector<std::string> models_named_in(std::string_view body) {
  auto members = Json::object();
  for (const auto* key : {"model", "models"})
    if (const auto text = json_member(body, key))
      if (auto value = parse_json(*text, Reading::tolerant)) members[key] = *std::move(value);
  return explain::models_of(members).value_or(std::vector<std::string>());
}

apply::InspectPreset looking(FirstLook& seen) {
  return [&seen](const body::PresetFile&, const body::Body& body, const apply::Record* record) {
    const bool has_earlier = record != nullptr && record->last;
    return
        [&seen, now = models_named_in(body.json.text()),
         before = has_earlier ? models_named_in(record->last->body) : std::vector<std::string>()] {
          for (const auto& model : now)
            if (seen.named.insert(model).second) seen.models.push_back(model);
          seen.earlier.insert(seen.earlier.end(), before.begin(), before.end());
        };
  };
}

// Those of the bodies first, then those that only recorded bodies name.
std::vector<std::string> models_to_list(const FirstLook& seen) {
  auto models = seen.models;
  auto named = seen.named;
  for (const auto& model : seen.earlier)
    if (named.insert(model).second) models.push_back(model);
  return models;
}

// The explanations of one body, for requests of different sizes.
class Explanations {
public:
  Explanations(const Json& body, const std::vector<std::string>& models,
               const ListingsByModel& listings, const std::vector<explain::Premises>& premises)
      : body_(body), premises_(premises), known_(premises.size()) {
    for (const auto& model : models)
      if (const auto listed = listings.find(model); listed != listings.end())
        listings_.push_back(listed->second);
  }

  const Explanation& with(std::size_t premises) {
    auto& known = known_[premises];
    if (!known) known = explain::explain(body_, listings_, premises_[premises]);
    return *known;
  }

private:
  const Json& body_;
  const std::vector<explain::Premises>& premises_;
  std::vector<explain::Listing> listings_;
  std::vector<std::optional<Explanation>> known_;
};

// What is found out about one preset.
struct PresetCheck {
  std::size_t position = 0;
  explain::CheckedPreset preset{};
  std::vector<std::pair<std::size_t, std::vector<output::GateResult>>> results{}; // of each gate
  Problems dead{};
  Problems without_model{}; // one, or none
};

// Explains the presets once more, one by one, and keeps only what came of it.
class Checker {
public:
  Checker(const apply::Plans& plans, const GateRules& rules, const ListingsByModel& listings,
          std::size_t prefix)
      : plans_(plans), rules_(rules), listings_(listings), prefix_(prefix) {}

  // Several threads may call it at once.
  [[nodiscard]] Result<PresetCheck> check(const body::PresetFile& file,
                                          const body::Body& body) const;

private:
  void judge(PresetCheck& out, const BodyToExplain& body, Explanations& now) const;
  [[nodiscard]] Result<std::vector<explain::ModelReach>>
  reach_of(std::size_t position, Explanations& now, std::size_t costs) const;
  [[nodiscard]] std::size_t premises_of_costs(const PresetCheck& check) const;

  const apply::Plans& plans_;
  const GateRules& rules_;
  const ListingsByModel& listings_;
  std::size_t prefix_; // length of that of the slugs
};

Result<PresetCheck> Checker::check(const body::PresetFile& file, const body::Body& body) const {
  const auto position = static_cast<std::size_t>(&file - plans_.files.data());
  if (!is_planned(plans_.plan.presets[position], body))
    return fail(apply::changed_meanwhile(file.path));
  PresetCheck out{.position = position};
  const auto made = make_body_to_explain(file.path, file.slug, body);
  if (!made) {
    out.without_model.push_back(problem_of_file_without_model(file.path, made.error()));
    return out;
  }
  Explanations now(made->value, made->models, listings_, rules_.premises);
  judge(out, *made, now);
  TRY_ASSIGN(out.preset.reach, reach_of(position, now, premises_of_costs(out)));
  out.dead = dead_warnings(*made, now.with(0));
  return out;
}

void Checker::judge(PresetCheck& out, const BodyToExplain& body, Explanations& now) const {
  std::vector<std::string> unlisted;
  for (const auto& model : body.models)
    if (!listings_.contains(model)) unlisted.push_back(model);
  std::optional<explain::PlacesByModel> places;
  for (std::size_t i = 0; i < rules_.gates.size(); ++i) {
    const auto& gate = rules_.gates[i];
    if (!explain::is_selected(gate, std::string_view(body.slug).substr(prefix_), body.models))
      continue;
    const explain::GatedBody gated{out.position, body.slug, &now.with(gate.premises), unlisted};
    auto results = explain::judge(gate, {&gated, 1});
    for (auto& result : results) {
      if (result.is_met) continue;
      if (!places) places = places_of_models(body);
      result.place = places->of(result.model);
      result.place.line_text.clear(); // there may be thousands
    }
    out.results.emplace_back(i, std::move(results));
  }
}

// Costs are those of a request as the flags describe it, else as the first gate does that has
// counts.
std::size_t Checker::premises_of_costs(const PresetCheck& check) const {
  const auto has_costs = [&](std::size_t position) {
    const auto& premises = rules_.premises[position];
    return premises.prompt_tokens && premises.completion_tokens;
  };
  if (has_costs(0)) return 0;
  for (const auto& [gate, results] : check.results)
    if (has_costs(rules_.gates[gate].premises)) return rules_.gates[gate].premises;
  return 0;
}

// An unchanged body reached before what it reaches now.
Result<std::vector<explain::ModelReach>> Checker::reach_of(std::size_t position, Explanations& now,
                                                           std::size_t costs) const {
  const auto& planned = plans_.plan.presets[position];
  const explain::PricedExplanation after{now.with(0), now.with(costs)};
  if (planned.action == apply::Action::unchanged) return explain::reach_between(&after, after);
  if (!planned.applied) return explain::reach_between(nullptr, after);
  const auto& file = plans_.files[position];
  TRY_ASSIGN(const auto record,
             apply::read_record(plans_.folder_of(file), {plans_.plan.service, file.slug}));
  const auto body = record && record->last ? parse_json(record->last->body, Reading::strict)
                                           : tl::expected<Json, JsonFault>(Json());
  if (!body || apply::Hash(record->last->applied) != planned.applied)
    return fail(apply::changed_meanwhile(file.path));
  Explanations then(*body, explain::models_of(*body).value_or(std::vector<std::string>()),
                    listings_, rules_.premises);
  const explain::PricedExplanation before{then.with(0), then.with(costs)};
  return explain::reach_between(&before, after);
}

// The result besides the plan.
struct Checked {
  explain::CheckedPresets result{};
  Problems warnings{};      // of bodies, their dead entries, and waivers
  Problems without_model{}; // of files that name no model
};

void add(Checked& checked, PresetCheck check) {
  auto& preset = checked.result.presets[check.position];
  preset.reach = std::move(check.preset.reach);
  for (auto& [gate, results] : check.results)
    explain::add(checked.result.gates[gate], check.position, std::move(results));
  std::ranges::move(check.dead, std::back_inserter(checked.warnings));
  std::ranges::move(check.without_model, std::back_inserter(checked.without_model));
}

Result<Checked> check_presets(const Checker& checker, const apply::Plans& plans,
                              const GateRules& rules, const body::PresetReader& reader) {
  Checked checked;
  for (const auto& planned : plans.plan.presets)
    checked.result.presets.push_back({.slug = planned.slug, .file = planned.file});
  for (const auto& gate : rules.gates)
    checked.result.gates.push_back({.gate = &gate});
  auto visited = body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
    return [&checked, check = checker.check(file, body)]() mutable -> Status {
      if (!check) return fail(std::move(check.error()));
      add(checked, *std::move(check));
      return {};
    };
  });
  if (!visited) return fail(std::move(visited.error()));
  return checked;
}

// The slugs without the prefix, by which gates and waivers name presets.
std::vector<std::string_view> names_of(const apply::Plans& plans, std::size_t prefix) {
  std::vector<std::string_view> names;
  for (const auto& planned : plans.plan.presets)
    names.push_back(planned.slug.substr(std::min(prefix, planned.slug.size())));
  return names;
}

// A model that only recorded bodies name matters to no preset any more.
void add_listings(Output& output, ListingsToExplain& listings, const FirstLook& seen) {
  output.notes.insert(output.notes.end(), listings.notes.begin(), listings.notes.end());
  for (auto& [model, error] : listings.unlisted)
    if (seen.named.contains(model))
      output.failures.push_back(std::move(error));
    else
      output.notes.push_back(fmt::format("{} could not be listed, which a preset named before: {}",
                                         model, error.message));
}

std::string note_on_gates(const std::vector<std::string>& left_out) {
  constexpr std::size_t most = 10;
  const auto shown = std::min(left_out.size(), most);
  return fmt::format(
      "{} not judged, without a preset among the paths given: {}{}",
      left_out.size() == 1 ? "1 gate was" : fmt::format("{} gates were", left_out.size()),
      fmt::join(left_out.begin(), left_out.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
      left_out.size() > shown ? fmt::format(" and {} more", left_out.size() - shown) : "");
}

// Of what would be sent, and of presets that a gate fails for.
std::vector<output::ChangeLines> facts_of(const apply::Planned& planned,
                                          const explain::CheckedPreset& preset) {
  std::vector<output::ChangeLines> facts;
  if (apply::is_sent(planned.action) || !preset.failed.empty())
    for (const auto& reach : preset.reach)
      facts.push_back(explain::lines_of(reach));
  return facts;
}

// Those that are shown for a gate are not folded.
std::string title_of_unchanged(const apply::Plan& plan, const explain::CheckedPresets& result) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plan.presets.size(); ++i)
    if (plan.presets[i].action == apply::Action::unchanged && result.presets[i].failed.empty())
      ++count;
  return counted(count, "unchanged preset");
}

apply::PlanAdditions additions_of(const Checked& checked, const apply::Plan& plan) {
  const auto& result = checked.result;
  return {
      .facts = [&](std::size_t i) { return facts_of(plan.presets[i], result.presets[i]); },
      .members = [&](std::size_t i) { return explain::reach_json(result.presets[i]); },
      .columns = {"reach", "failed"},
      .cells =
          [&](std::size_t i) {
            const auto& preset = result.presets[i];
            return std::vector{
                output::text_or_nothing(explain::reach_in_short(preset)),
                output::text_or_nothing(fmt::format("{}", fmt::join(preset.failed, " ")))};
          },
      .tail = "," + explain::gates_json(result),
      .folded = title_of_unchanged(plan, result),
  };
}

// The gates first, then what is wrong or fails in the plan, then problems.
output::Findings findings_of(const Checked& checked, output::Findings of_plan,
                             const Context& context) {
  auto findings = explain::findings_of(checked.result);
  std::erase_if(of_plan, [](const output::Finding& finding) {
    return !finding.severity && finding.result == output::CheckResult::passed;
  });
  std::ranges::move(of_plan, std::back_inserter(findings));
  const auto add = [&](const Problems& problems, output::CheckResult result) {
    for (const auto& problem : without_secrets(problems, context.service))
      findings.push_back(output::finding_of(problem, result));
  };
  add(checked.without_model, output::CheckResult::failed);
  add(checked.warnings,
      context.invocation.flags.strict ? output::CheckResult::failed : output::CheckResult::passed);
  return findings;
}

output::Presentation presentation_of(const Checked& checked, const apply::Plans& plans,
                                     const body::PresetReader& reader, const Context& context) {
  auto checks = checks_of(plans, checked.warnings, reader, context.invocation.flags);
  checks.warnings.clear(); // they are among those of the check
  auto result = apply::present_plan(plans.plan, unchanged_in(context.invocation.flags),
                                    std::move(checks), additions_of(checked, plans.plan));
  result.judgement = [&checked, of_plan = std::move(result.judgement)] {
    return explain::with_gates(of_plan(), checked.result);
  };
  result.findings = [&checked, &context, of_plan = std::move(result.findings)] {
    return findings_of(checked, of_plan(), context);
  };
  return result;
}

// The file whose changes could not be found again, and files without a model, come first, then
// listings, gates and conditions.
void add_failures(Output& output, const Checked& checked, const apply::Plans& plans,
                  const Context& context) {
  std::vector<Error> failures;
  const auto add = [&](std::optional<Error> failure) {
    if (failure) failures.push_back(*std::move(failure));
  };
  if (!*plans.found_changes) add(plans.found_changes->error());
  add(failure_of(checked.without_model));
  std::ranges::move(output.failures, std::back_inserter(failures));
  for (const auto& outcome : checked.result.gates)
    for (auto& failure : output::failures_of(outcome.failures)) {
      if (context.service.settings.error_format == ErrorFormat::text) failure.problems.clear();
      add(std::move(failure));
    }
  add(failure_of_changes(plans.plan, context.invocation.flags));
  add(failure_of_warnings(checked.warnings.size(), context));
  output.failures = std::move(failures);
}

// Concludes the gates and adds the warnings of bodies and waivers.
void conclude(Checked& checked, const apply::Plans& plans, const GateRules& rules,
              std::span<const std::string_view> names, const std::string& today) {
  checked.result.waivers = rules.waivers;
  explain::conclude(checked.result, names, today);
  checked.result.assumed = rules.premises.front().assumed;
  checked.warnings.insert(checked.warnings.begin(), plans.warnings.begin(), plans.warnings.end());
  for (const auto& waiver : checked.result.waivers)
    if (auto warning = explain::warning_on(waiver)) checked.warnings.push_back(*std::move(warning));
}

} // namespace

Result<Output> preset_check(const Context& context) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto today, day_of_check(context));
  TRY_ASSIGN(auto rules, read_gate_rules(context));
  auto lenient = context.invocation; // --strict counts warnings when everything is judged
  lenient.flags.strict = false;
  const auto reader =
      body::PresetReader::make(lenient, context.input.read_file,
                               secret_rules(context.invocation.flags, context.service.environment));
  if (!reader) return fail(reader.error());
  FirstLook seen;
  auto plans = plan_presets(context, *reader, looking(seen));
  if (!plans) return refused(context, std::move(plans.error()));
  const auto prefix = flags.slug_prefix.value_or("").size();
  const auto names = names_of(*plans, prefix);
  TRY_ASSIGN(const auto left_out, leave_out_others(rules, context.service.settings.project, names));
  TRY_ASSIGN(auto listings, find_listings(context, models_to_list(seen)));

  Output output;
  add_listings(output, listings, seen);
  if (!left_out.empty()) output.notes.push_back(note_on_gates(left_out));
  const auto by_model = listings_by_model(listings.models);
  const Checker checker(*plans, rules, by_model, prefix);
  TRY_ASSIGN(auto checked, check_presets(checker, *plans, rules, *reader));
  conclude(checked, *plans, rules, names, today);
  present(output, context.wanted, presentation_of(checked, *plans, *reader, context));
  add_failures(output, checked, *plans, context);
  output.warnings = std::move(checked.warnings);
  std::ranges::move(notes_on(*plans), std::back_inserter(output.notes));
  return output;
}

} // namespace mrctl::commands
