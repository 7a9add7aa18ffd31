#include "mrctl/explain/preset_check.hpp"

#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/planned_changes.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/text.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "model_listings.hpp"
#include "preset_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using explain::CheckedPresets;

apply::InspectPreset looking(explain::NamedModels& seen, explain::BaseEntries& entries) {
  return [&seen, &entries](const body::PresetFile&, const body::Body& body,
                           const apply::Record* record) {
    return
        [&seen, &entries, body, now = explain::models_named_in(body.json.text()),
         before = record != nullptr && record->last ? explain::models_named_in(record->last->body)
                                                    : std::vector<std::string>()] {
          seen.add(now, before);
          entries.add(body, now);
        };
  };
}

// The body of the record that the plan was made from.
Result<explain::EarlierBody> earlier_body(const apply::Plans& plans, std::size_t position) {
  const auto& planned = plans.plan.presets[position];
  if (planned.action == apply::Action::unchanged) return explain::SameBody{};
  if (!planned.applied) return explain::NoBody{};
  const auto& file = plans.files[position];
  TRY_ASSIGN(const auto record,
             apply::read_record(plans.folder_of(file), {plans.plan.service, file.slug}));
  auto body = record && record->last ? parse_json(record->last->body, Reading::strict)
                                     : tl::expected<Json, JsonFault>(Json());
  if (!body || apply::Hash(record->last->applied) != planned.applied)
    return fail(apply::changed_meanwhile(file.path));
  return *std::move(body);
}

// Explains the presets once more, one by one, and keeps only what came of it.
Result<CheckedPresets> check_presets(const explain::CheckRules& rules, const apply::Plans& plans,
                                     const body::PresetReader& reader) {
  CheckedPresets checked{.waivers = rules.gates.waivers,
                         .assumed = rules.gates.premises.front().assumed,
                         .known = rules.gates.premises.front().known,
                         .warnings = plans.warnings};
  for (const auto& planned : plans.plan.presets)
    checked.presets.push_back({.slug = planned.slug, .file = planned.file});
  for (const auto& gate : rules.gates.gates)
    checked.gates.push_back({.gate = &gate});
  const auto check = [&](const body::PresetFile& file,
                         const body::Body& body) -> Result<explain::PresetCheck> {
    const auto position = static_cast<std::size_t>(&file - plans.files.data());
    if (!is_planned(plans.plan.presets[position], body))
      return fail(apply::changed_meanwhile(file.path));
    TRY_ASSIGN(const auto earlier, earlier_body(plans, position));
    return explain::check_preset(
        rules, position, explain::make_body_to_explain(file.path, file.slug, body), earlier);
  };
  auto visited = body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
    return [&checked, result = check(file, body)]() mutable -> Status {
      if (!result) return fail(std::move(result.error()));
      add(checked, *std::move(result));
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

apply::PlanAdditions additions_of(const CheckedPresets& result, const apply::Plan& plan) {
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

// Errors first.
Problems problems_of(const CheckedPresets& checked, const Context::Service& service) {
  auto problems = checked.unlisted;
  problems.insert(problems.end(), checked.warnings.begin(), checked.warnings.end());
  return without_secrets(std::move(problems), service);
}

// The gates first, then what is wrong or fails in the plan, then problems.
output::Findings findings_of(const CheckedPresets& checked, output::Findings of_plan,
                             const spec::FlagValues& flags, const Context::Service& service) {
  auto findings = explain::findings_of(checked);
  std::erase_if(of_plan, [](const output::Finding& finding) {
    return !finding.severity && finding.result == output::CheckResult::passed;
  });
  std::ranges::move(of_plan, std::back_inserter(findings));
  add_findings(findings, problems_of(checked, service), flags);
  return findings;
}

output::Presentation presentation_of(const CheckedPresets& checked, const apply::Plans& plans,
                                     const body::PresetReader& reader, const Context& context) {
  auto checks = checks_of(plans, checked.warnings, reader, context.invocation.flags);
  checks.warnings.clear(); // they are among those of the check
  auto result = apply::present_plan(plans.plan, unchanged_in(context.invocation.flags),
                                    std::move(checks), additions_of(checked, plans.plan));
  result.judgement = [&checked, &context, of_plan = std::move(result.judgement)] {
    auto judgement = explain::with_gates(of_plan(), checked);
    judgement.problems = problems_of(checked, context.service);
    return judgement;
  };
  result.findings = [&checked, &context, of_plan = std::move(result.findings)] {
    return findings_of(checked, of_plan(), context.invocation.flags, context.service);
  };
  return result;
}

// The file whose changes could not be found again comes first, then listings, each with its
// problems at their places, then gates and conditions. A model that only recorded bodies name
// matters to no preset any more.
void add_failures(Output& output, const CheckedPresets& checked, const apply::Plans& plans,
                  const explain::ListingsToExplain& listings, const Context& context) {
  const auto add = [&](std::optional<Error> failure) {
    if (failure) output.failures.push_back(*std::move(failure));
  };
  if (!*plans.found_changes) add(plans.found_changes->error());
  for (const auto& each : listings.unlisted)
    add(explain::failure_of(each, checked.unlisted));
  for (const auto& outcome : checked.gates)
    for (auto& failure : output::failures_of(outcome.failures)) {
      if (context.service.settings.error_format == ErrorFormat::text) failure.problems.clear();
      add(std::move(failure));
    }
  add(failure_of_changes(plans.plan, context.invocation.flags));
  add(explain::failure_of_warnings(checked.warnings.size(), context.invocation.flags));
}

} // namespace

Result<Output> preset_check(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& project = context.service.settings.project;
  TRY_ASSIGN(const auto today, explain::day_of_check(flags.as_of));
  TRY_ASSIGN(auto rules, explain::read_gate_rules(project, flags, context.input.read_file));
  auto lenient = context.invocation; // --strict counts warnings when everything is judged
  lenient.flags.strict = false;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(lenient, context.input, context.service.environment));
  explain::NamedModels seen;
  explain::BaseEntries entries;
  auto plans = plan_presets(context, reader, looking(seen, entries));
  if (!plans) return refused(context, std::move(plans.error()));
  explain::refuse_presets_as_models(plans->warnings);
  if (has_errors(plans->warnings))
    return refused(context, Error::invalid(std::move(plans->warnings)));
  const auto prefix = flags.slug_prefix.value_or("").size();
  const auto names = names_of(*plans, prefix);
  TRY_ASSIGN(const auto left_out, leave_out_others(rules, project, names));
  TRY_ASSIGN(auto listings, find_listings(context, seen.all()));

  Output output;
  output.notes = std::move(listings.notes);
  const auto is_named = [&](const auto& unlisted) { return seen.names_now(unlisted.model); };
  for (const auto& each : listings.unlisted)
    if (!is_named(each))
      output.notes.push_back(fmt::format("{} could not be listed, which a preset named before: {}",
                                         each.model, each.error.message));
  std::erase_if(listings.unlisted, std::not_fn(is_named));
  if (!left_out.empty())
    output.notes.push_back(fmt::format(
        "{} not judged, without a preset among the paths given: {}",
        left_out.size() == 1 ? "1 gate was" : fmt::format("{} gates were", left_out.size()),
        listed(left_out, 10)));
  const auto by_model = explain::listings_by_model(listings);
  const auto alive = entries.alive(by_model);
  TRY_ASSIGN(auto checked,
             check_presets({rules, by_model, listings.unlisted, alive, prefix}, *plans, reader));
  conclude(checked, names, today);
  present(output, context.wanted, presentation_of(checked, *plans, reader, context));
  add_failures(output, checked, *plans, listings, context);
  std::ranges::move(checked.notes, std::back_inserter(output.notes));
  output.warnings = std::move(checked.warnings);
  std::ranges::move(notes_on(*plans), std::back_inserter(output.notes));
  return output;
}

} // namespace mrctl::commands
