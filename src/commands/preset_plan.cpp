#include "preset_plan.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "live_presets.hpp"
#include "state_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

Result<apply::Plans> plan_presets(const Context& context, const body::PresetReader& reader,
                                  apply::RecordsPlace where, const apply::InspectPreset& inspect) {
  const auto bases = every_base(context.invocation, context.service.settings);
  TRY_ASSIGN(auto plans, apply::make_plan(std::move(where), bases, reader, context.input, inspect));
  plans.warnings = without_secrets(std::move(plans.warnings), context.service);
  return plans;
}

namespace {

// Records that were copied from another target are all without a file here.
std::string note_on_copied_records(const apply::Plan& plan, const config::Project& project) {
  const auto is_orphan = [](const auto& preset) { return preset.action == apply::Action::orphan; };
  for (const auto& target : project.targets) {
    const auto is_foreign = [&](const auto& preset) {
      return !is_orphan(preset) || preset.slug.starts_with(target.slug_prefix);
    };
    if (target.name != plan.target && !target.slug_prefix.empty() &&
        std::ranges::any_of(plan.presets, is_orphan) &&
        std::ranges::all_of(plan.presets, is_foreign))
      return fmt::format("the records without a file are of slugs of {}: if they were copied from "
                         "its records, remove the copies",
                         target.name);
  }
  return {};
}

} // namespace

Result<Output> show_plan(const Context& context, const apply::InspectPreset& inspect,
                         const JudgePlan& judge_plan) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment_key));
  TRY_ASSIGN(auto where, place_of_records(context.service, apply::BranchUse::planning));
  auto plans = plan_presets(context, reader, std::move(where), inspect);
  if (!plans) return refused(context, std::move(plans.error()));
  note_older_sources(*plans);
  TRY(compare_with_live(context, *plans, reader));

  Output output;
  output.notes = notes_on(*plans);
  if (flags.jq && apply::count_sent(plans->plan) == 0)
    output.notes.emplace_back("there is nothing to send, so the member \"plan\" is null; "
                              "--fail-on changed exits with 10 only if there is something");
  const auto checks = checks_of(*plans, plans->warnings, reader, flags);
  const auto result = apply::present_plan(plans->plan, unchanged_in(flags), checks);
  present(output, context.wanted, result);
  if (const auto& found = *plans->found_changes; !found) output.failures.push_back(found.error());
  output.warnings = std::move(plans->warnings);
  if (auto note = note_on_copied_records(plans->plan, context.service.settings.project);
      !note.empty())
    output.notes.push_back(std::move(note));
  for (const auto& gate : checks.gates)
    if (auto failure = output::failure_of_flag(gate))
      output.failures.push_back(*std::move(failure));
  if (judge_plan) TRY(judge_plan(*plans, reader, output));
  return output;
}

Result<Output> preset_plan(const Context& context) {
  TRY_ASSIGN(auto output, show_plan(context));
  if (is_drawn(context.wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  return output;
}

} // namespace mrctl::commands
