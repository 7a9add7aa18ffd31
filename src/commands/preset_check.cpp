#include "mrctl/routing/preset_check.hpp"

#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/plan_rows.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "judged_presets.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "state_place.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

using routing::CheckedPresets;

struct CheckRow {
  apply::PlanRow planned;
  const std::vector<routing::ModelReach>& reach;
};

// clang-format off
constexpr auto rows_of(const CheckRow* /*record*/) {
  return std::tuple{
      MembersOf{&CheckRow::planned},
      ResultMember{"reach", [](const auto& row) -> const auto& { return row.reach; }, {"what the preset reaches of each model"}},
  };
}
// clang-format on

struct CheckResult {
  const apply::Plan& plan;
  const CheckedPresets& checked;
};

auto checked_in(const CheckResult& result) {
  return streamed<CheckRow>([&](const auto& take) {
    for (std::size_t i = 0; i < result.plan.presets.size(); ++i)
      take(CheckRow{{result.plan, result.plan.presets[i]}, result.checked.presets[i].reach});
  });
}

// clang-format off
constexpr auto rows_of(const CheckResult* /*record*/) {
  return std::tuple{
      MembersOf{[](const auto& result) { return apply::PlanHead{result.plan}; }},
      ResultMember{"presets", checked_in, {"the presets, each with its action, its changes and its reach"}},
      MembersOf{[](const auto& result) -> const auto& { return result.checked; }},
  };
}
// clang-format on

// Returns what a preset reaches, if it would be sent or a gate fails for it.
std::vector<output::ChangeLines> reach_lines(const apply::PlannedPreset& planned,
                                             const routing::CheckedPreset& preset) {
  std::vector<output::ChangeLines> facts;
  if (apply::is_sent(planned.action) || !preset.failed.empty())
    for (const auto& reach : preset.reach)
      facts.push_back(routing::lines_of(reach));
  return facts;
}

// Presets that are shown because a gate fails are not folded.
std::string title_of_unchanged(const apply::Plan& plan, const routing::CheckedPresets& result) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plan.presets.size(); ++i)
    if (plan.presets[i].action == apply::Action::unchanged && result.presets[i].failed.empty())
      ++count;
  return counted(count, "unchanged preset");
}

apply::PlanAdditions additions_of(const CheckedPresets& result, const apply::Plan& plan) {
  return {
      .facts = [&](std::size_t i) { return reach_lines(plan.presets[i], result.presets[i]); },
      .columns = {"reach", "failed"},
      .cells =
          [&](std::size_t i) {
            const auto& preset = result.presets[i];
            return std::vector{
                output::text_or_nothing(routing::reach_in_short(preset)),
                output::text_or_nothing(fmt::format("{}", fmt::join(preset.failed, " ")))};
          },
      .fails = [&](std::size_t i) { return !result.presets[i].failed.empty(); },
      .folded = title_of_unchanged(plan, result),
  };
}

// Returns the problems of the check, errors first.
Problems problems_of(const CheckedPresets& checked, const Context::Service& service) {
  auto problems = checked.unlisted;
  append(problems, checked.warnings);
  return without_secrets(std::move(problems), service);
}

// The gates first, then what is wrong or fails in the plan, then problems.
output::Findings findings_of(const CheckedPresets& checked, output::Findings of_plan,
                             const spec::FlagValues& flags, const Context::Service& service) {
  auto findings = routing::findings_of(checked);
  std::erase_if(of_plan, [](const output::Finding& finding) {
    return !finding.severity && finding.result == output::CheckResult::passed;
  });
  append(findings, std::move(of_plan));
  add_findings(findings, problems_of(checked, service), flags);
  return findings;
}

output::Presentation presentation_of(const CheckedPresets& checked, const apply::Plans& plans,
                                     apply::PlanChecks checks, const Context& context) {
  checks.warnings = {}; // they are among those of the check
  const auto gates = checks.gates;
  auto result = apply::present_plan(plans.plan, unchanged_in(context.invocation.flags),
                                    std::move(checks), additions_of(checked, plans.plan));
  const auto json = output::present_record([&] { return CheckResult{plans.plan, checked}; });
  result.lines = json.lines;
  result.document = json.document;
  result.judgement = [&checked, &context, &plan = plans.plan, gates] {
    auto judgement =
        routing::with_gates({.sum = fmt::format("{} for {}", apply::counts_of(plan), plan.service),
                             .facts = apply::target_facts(plan),
                             .gates = gates},
                            checked);
    for (const auto* name : {"GITHUB_SHA", "CI_COMMIT_SHA"}) // a report may be passed on
      if (const auto commit = config::variable_of(context.service.environment, name);
          !commit.empty())
        judgement.facts.push_back({"commit", std::string(commit)});
    if (const auto fingerprint = apply::fingerprint_of(plan))
      judgement.facts.push_back({.name = "Plan",
                                 .value = fmt::format("{} {}", plan.target, *fingerprint),
                                 .is_to_copy = true});
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
                  const routing::ListingsToExplain& listings,
                  const std::vector<output::GateResult>& flags, ErrorFormat format) {
  const auto add = [&](std::optional<Error> failure) {
    if (failure) output.failures.push_back(*std::move(failure));
  };
  if (!*plans.found_changes) add(plans.found_changes->error());
  add(listings.refused);
  for (const auto& each : listings.unlisted)
    add(routing::failure_of(each, checked.unlisted));
  for (const auto& outcome : checked.gates)
    for (auto& failure : output::failures_of(outcome.failures)) {
      if (format == ErrorFormat::text) failure.problems.clear();
      add(std::move(failure));
    }
  for (const auto& flag : flags)
    add(output::failure_of_flag(flag));
}

} // namespace

Json check_schema() {
  return result_schema<CheckResult>();
}

Result<Output> preset_check(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto today = flags.as_of.value_or(routing::current_day());
  TRY_ASSIGN(auto rules, routing::read_gate_rules(context.service.settings.project, flags,
                                                  context.input.read_file));
  auto lenient = context.invocation; // --strict counts warnings when everything is judged
  lenient.flags.strict = false;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(lenient, context.input, context.service.environment_key));
  NamedByPresets named;
  TRY_ASSIGN(auto where, place_of_records(context.service, apply::BranchUse::planning));
  auto plans = plan_presets(context, reader, std::move(where), named.inspect());
  if (!plans) return refused(context, std::move(plans.error()));
  note_older_sources(*plans);
  TRY(compare_with_live(context, *plans, reader));
  routing::refuse_presets_as_models(plans->warnings);
  if (has_errors(plans->warnings))
    return refused(context, Error::invalid(std::move(plans->warnings)));
  TRY_ASSIGN(auto judged, judge_presets(context, *plans, reader,
                                        {.named = named,
                                         .rules = std::move(rules),
                                         .today = today,
                                         .warnings = std::move(plans->warnings)}));
  Output output;
  if (is_drawn(context.wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  const auto checks = checks_of(*plans, judged.checked.warnings, reader, flags);
  present(output, context.wanted, presentation_of(judged.checked, *plans, checks, context));
  add_failures(output, judged.checked, *plans, judged.listings, checks.gates,
               context.service.settings.error_format);
  output.notes = std::move(judged.notes);
  append(output.notes, notes_on(*plans));
  output.warnings = std::move(judged.checked.warnings);
  return output;
}

} // namespace mrctl::commands
