#include "mrctl/base/list.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/routing/drill.hpp"
#include "mrctl/routing/explained_bodies.hpp"
#include "mrctl/routing/gates.hpp"

#include "commands.hpp"
#include "model_listings.hpp"

#include <utility>

namespace mrctl::commands {

namespace {

// What stdout says is repeated on stderr only in a form that differs from it.
void report_failures(Output& output, routing::Drill& drill, const Context& context) {
  const bool is_told_again = context.service.settings.error_format != ErrorFormat::text;
  const bool fails = !context.invocation.flags.fail_on.empty();
  if (fails) drill.presets.gates.push_back(judge_dead(drill));
  for (auto& failure : output::failures_of(drill.presets.gates)) {
    if (is_told_again) failure.problems = single_provider_problems(drill, Severity::error);
    output.failures.push_back(std::move(failure));
  }
  if (is_told_again && !fails)
    append(output.warnings, single_provider_problems(drill, Severity::warning));
  if (context.invocation.flags.strict) {
    drill.presets.gates.push_back(output::strict_result(drill.presets.problems.size()));
    if (auto failure = output::failure_of_flag(drill.presets.gates.back()))
      output.failures.push_back(*std::move(failure));
  }
}

} // namespace

Result<Output> preset_drill(const Context& context) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(
      const auto assumptions,
      routing::read_assumptions(flags, context.service.settings.project, context.input.read_file));
  auto bodies = routing::read_preset_files_to_explain(
      context.invocation.arguments, context.invocation, context.input.read_file,
      every_base(context.invocation, context.service.settings));
  if (!bodies) return refused(context, std::move(bodies.error()));
  TRY_ASSIGN(auto listings, find_listings(context, models_of(bodies->bodies)));

  Output output;
  if (listings.refused) {
    output.warnings = std::move(bodies->warnings);
    output.failures.push_back(*std::move(listings.refused));
    return output;
  }
  if (!listings.unlisted.empty()) {
    Problems problems;
    for (const auto& body : bodies->bodies)
      append(problems, unlisted_problems(body, listings.unlisted));
    for (const auto& unlisted : listings.unlisted)
      output.failures.push_back(routing::failure_of(unlisted, problems));
    output.warnings = std::move(bodies->warnings);
    return output;
  }
  const auto by_model = routing::listings_by_model(listings);
  routing::ExplainedPresets presets{
      .bodies = explain_bodies(bodies->bodies, by_model, assumptions, {.model_places = true}),
      .listings = std::move(listings.sources),
      .assumed = assumptions.assumed,
      .known = assumptions.known};
  auto warnings = std::move(bodies->warnings);
  append(warnings, dead_warnings(bodies->bodies, presets.bodies));
  presets.problems = without_secrets(warnings, context.service);
  auto drill = routing::drill(std::move(presets), bodies->bodies, by_model, assumptions);
  report_failures(output, drill, context);
  append(output.warnings, std::move(warnings));
  if (!has_values_for_people(context.wanted.target.format)) append(output.notes, notes_on(drill));
  auto presentation = routing::present_drill(drill);
  presentation.findings = [&, of_result = std::move(presentation.findings)] {
    auto findings = of_result();
    add_findings(findings, drill.presets.problems, flags);
    return findings;
  };
  if (is_drawn(context.wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  present(output, context.wanted, presentation);
  return output;
}

} // namespace mrctl::commands
