#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/routing/drill.hpp"
#include "mrctl/routing/explained_bodies.hpp"
#include "mrctl/routing/gates.hpp"

#include "commands.hpp"
#include "model_listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

// Adds why models could not be listed to the failures. Returns a problem, at its place, for each
// body that names one; none if the key was refused.
Problems add_unlisted(Output& output, const routing::ListingsToExplain& listings,
                      const std::vector<routing::BodyToExplain>& bodies) {
  Problems problems;
  if (listings.refused) {
    output.failures.push_back(*listings.refused);
    return problems;
  }
  for (const auto& body : bodies)
    append(problems, unlisted_problems(body, listings.unlisted));
  for (const auto& unlisted : listings.unlisted)
    output.failures.push_back(routing::failure_of(unlisted, problems));
  return problems;
}

routing::WantedParts wanted_by(const Context& context) {
  const auto& formats = context.wanted.formats;
  const auto holds = [&](auto condition) { return std::ranges::any_of(formats, condition); };
  const bool has_sentences =
      holds([](output::Format format) { return format == output::Format::text; });
  const bool has_annotations = context.service.settings.error_format != ErrorFormat::text;
  return {has_sentences || context.invocation.flags.why, has_annotations || formats.size() > 1,
          holds(has_values_for_people)};
}

// Presents the report; dead entries, which pages have beside the endpoints, are findings too.
output::Presentation presentation_of(const routing::ExplainedPresets& report,
                                     const std::vector<routing::BodyToExplain>& bodies,
                                     const Context& context) {
  const auto checks =
      context.invocation.flags.why ? routing::ShownChecks::all : routing::ShownChecks::deciding;
  auto result = routing::present_explanation(report, checks);
  result.findings = [&, of_result = std::move(result.findings)] {
    auto findings = of_result();
    add_findings(findings, report.problems, context.invocation.flags);
    add_findings(findings, without_secrets(dead_warnings(bodies, report.bodies), context.service),
                 context.invocation.flags);
    return findings;
  };
  return result;
}

// Rows have no place for what is about all of them.
void add_remarks_on_rows(Output& output, const routing::ExplainedPresets& report) {
  const auto add = [&](const std::string& note) {
    if (!contains(output.notes, note)) output.notes.push_back(note);
  };
  for (const auto& gate : report.gates)
    if (gate.is_met && gate.preset)
      add(fmt::format("{} is met: {}", name_of(gate), reason_of(gate)));
  for (const auto& words : routing::assumption_words(report))
    add(words);
  for (const auto& body : report.bodies)
    for (const auto& note : body.explanation.notes)
      add(note);
}

// Adds the gate of --strict, and its failure if there are warnings.
void add_strict_gate(Output& output, std::vector<output::GateResult>& gates, std::size_t warnings) {
  gates.push_back(output::strict_result(warnings));
  if (auto failure = output::failure_of_flag(gates.back()))
    output.failures.push_back(*std::move(failure));
}

// Gates that fail, and warnings under --strict. Problems are repeated on standard error only in a
// form that differs from the result's.
void report_failures(Output& output, routing::ExplainedPresets& report,
                     const std::vector<routing::BodyToExplain>& bodies, const Context& context) {
  const bool is_told_again = context.service.settings.error_format != ErrorFormat::text;
  for (auto& failure : output::failures_of(report.gates)) {
    if (!is_told_again) failure.problems.clear();
    output.failures.push_back(std::move(failure));
  }
  if (context.invocation.flags.strict)
    add_strict_gate(output, report.gates,
                    output.warnings.size() + dead_warnings(bodies, report.bodies).size());
  if (is_told_again || is_rows(context.wanted.target.format))
    append(output.warnings, dead_warnings(bodies, report.bodies));
}

// What stdout says is repeated on stderr only in a form that differs from it.
void report_drill_failures(Output& output, routing::Drill& drill, const spec::FlagValues& flags,
                           ErrorFormat format) {
  const bool is_told_again = format != ErrorFormat::text;
  const bool fails = !flags.fail_on.empty();
  if (fails) drill.presets.gates.push_back(judge_dead(drill));
  for (auto& failure : output::failures_of(drill.presets.gates)) {
    if (is_told_again) failure.problems = single_provider_problems(drill, Severity::error);
    output.failures.push_back(std::move(failure));
  }
  if (is_told_again && !fails)
    append(output.warnings, single_provider_problems(drill, Severity::warning));
  if (flags.strict) add_strict_gate(output, drill.presets.gates, drill.presets.problems.size());
}

} // namespace

Result<Output> preset_explain(const Context& context) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto gate, routing::read_gate(flags));
  TRY_ASSIGN(
      const auto assumptions,
      routing::read_assumptions(flags, context.service.settings.project, context.input.read_file));
  auto bodies =
      routing::read_bodies_to_explain(context.invocation, context.input.read_file,
                                      every_base(context.invocation, context.service.settings));
  if (!bodies) return refused(context, std::move(bodies.error()));
  TRY_ASSIGN(auto listings, find_listings(context, models_of(bodies->bodies)));

  Output output;
  if (bodies->is_of_curl) output.notes.emplace_back(body::curl_note);
  output.warnings = std::move(bodies->warnings);
  auto problems = add_unlisted(output, listings, bodies->bodies);
  if (listings.refused) return output;
  append(problems, output.warnings);
  drop_unlisted(bodies->bodies, listings);
  if (bodies->bodies.empty() || (!listings.unlisted.empty() && !flags.listing.empty()))
    return output;
  const auto by_model = routing::listings_by_model(listings);
  routing::ExplainedPresets report{
      .bodies = explain_bodies(bodies->bodies, by_model, assumptions, wanted_by(context)),
      .listings = std::move(listings.sources),
      .assumed = assumptions.assumed,
      .known = assumptions.known,
      .problems = without_secrets(std::move(problems), context.service)};
  if (const auto& tag = flags.why) {
    TRY(show_only_tag(report.bodies, *tag));
    append(output.notes, notes_on_tag(report.bodies, *tag));
  }
  TRY_ASSIGN(report.gates, judge_bodies(report.bodies, gate));
  report_failures(output, report, bodies->bodies, context);
  const auto presentation = presentation_of(report, bodies->bodies, context);
  if (!listings.unlisted.empty()) { // the reports say it; half a result could pass for the whole
    add_reports(output, context.wanted, presentation);
    return output;
  }
  if (is_drawn(context.wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  present(output, context.wanted, presentation);
  if (is_rows(context.wanted.target.format)) add_remarks_on_rows(output, report);
  return output;
}

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
  add_unlisted(output, listings, bodies->bodies);
  if (!output.failures.empty()) {
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
  report_drill_failures(output, drill, flags, context.service.settings.error_format);
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
