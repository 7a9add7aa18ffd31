#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/explained_bodies.hpp"
#include "mrctl/explain/gate_rules.hpp"

#include "commands.hpp"
#include "model_listings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace mrctl::commands {

namespace {

explain::WantedParts wanted_by(const Context& context) {
  const auto& formats = context.wanted.formats;
  const auto holds = [&](auto condition) {
    return std::any_of(formats.begin(), formats.end(), condition);
  };
  const bool has_sentences =
      holds([](output::Format format) { return format == output::Format::text; });
  const bool has_annotations = context.service.settings.error_format != ErrorFormat::text;
  return {has_sentences || context.invocation.flags.why, has_annotations || formats.size() > 1,
          holds(has_values_for_people)};
}

// The complete result for the bodies.
struct Explained {
  const std::vector<explain::BodyToExplain>& asked;
  explain::ExplainedPresets report;
};

Problems dead_warnings(const Explained& explained) {
  Problems warnings;
  for (std::size_t i = 0; i < explained.asked.size(); ++i)
    std::ranges::move(dead_warnings(explained.asked[i], explained.report.bodies[i].explanation),
                      std::back_inserter(warnings));
  return warnings;
}

// The findings of the result, of presets without a model, and of dead entries.
output::Presentation presentation_of(const Explained& explained, const Context& context) {
  const auto checks =
      context.invocation.flags.why ? explain::ShownChecks::all : explain::ShownChecks::deciding;
  auto result = explain::present_explanation(explained.report, checks);
  result.findings = [&explained, &context, of_result = std::move(result.findings)] {
    using output::CheckResult;
    auto findings = of_result();
    add_findings(findings, explained.report.problems, CheckResult::failed, context.service);
    add_findings(findings, dead_warnings(explained),
                 context.invocation.flags.strict ? CheckResult::failed : CheckResult::passed,
                 context.service);
    return findings;
  };
  return result;
}

// Rows have no place for what is about all of them.
void add_remarks_on_rows(Output& output, const explain::ExplainedPresets& report) {
  const auto add = [&](const std::string& note) {
    if (std::find(output.notes.begin(), output.notes.end(), note) == output.notes.end())
      output.notes.push_back(note);
  };
  for (const auto& gate : report.gates)
    if (gate.is_met && gate.preset)
      add(fmt::format("{} is met: {}", name_of(gate), reason_of(gate)));
  if (const auto assumed = explain::assumed_words(report.assumed); !assumed.empty()) add(assumed);
  for (const auto& body : report.bodies)
    for (const auto& note : body.explanation.notes)
      add(note);
}

// Files without a model first, because their exit code goes over that of a gate. Problems are
// repeated on standard error only in a form that differs from the result's.
void report_failures(Output& output, Explained& explained, const Context& context) {
  if (auto failure = explain::failure_of(explained.report.problems))
    output.failures.push_back(*std::move(failure));
  const bool is_told_again = context.service.settings.error_format != ErrorFormat::text;
  for (auto& failure : output::failures_of(explained.report.gates)) {
    if (!is_told_again) failure.problems.clear();
    output.failures.push_back(std::move(failure));
  }
  auto warnings = output.warnings.size();
  for (const auto& body : explained.report.bodies)
    warnings += body.explanation.dead.size();
  if (context.invocation.flags.strict)
    explained.report.gates.push_back(output::strict_result(warnings));
  if (auto failure = explain::failure_of_warnings(warnings, context.invocation.flags))
    output.failures.push_back(*std::move(failure));
  if (is_told_again || is_rows(context.wanted.target.format))
    std::ranges::move(dead_warnings(explained), std::back_inserter(output.warnings));
}

} // namespace

Result<Output> preset_explain(const Context& context) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto gate, explain::read_gate(flags));
  TRY_ASSIGN(const auto premises, explain::read_premises(flags));
  auto bodies =
      explain::read_bodies_to_explain(context.invocation, context.input.read_file,
                                      every_base(context.invocation, context.service.settings));
  if (!bodies) return refused(context, std::move(bodies.error()));
  TRY_ASSIGN(auto listings, find_listings(context, models_of(bodies->bodies)));

  Output output;
  output.notes = std::move(listings.notes);
  if (bodies->is_of_curl) output.notes.emplace_back(body::curl_note);
  output.warnings = std::move(bodies->warnings);
  for (auto& unlisted : listings.unlisted)
    output.failures.push_back(std::move(unlisted.error));
  if (!output.failures.empty()) return output;
  Explained explained{bodies->bodies,
                      {.listings = std::move(listings.sources),
                       .assumed = premises.assumed,
                       .problems = bodies->without_model}};
  const auto by_model = explain::listings_by_model(listings.models);
  auto& report = explained.report;
  report.bodies = explain_bodies(bodies->bodies, by_model, premises, wanted_by(context));
  if (const auto& tag = flags.why) TRY(show_only_tag(report.bodies, *tag));
  TRY_ASSIGN(report.gates, judge_bodies(report.bodies, gate));
  report_failures(output, explained, context);
  present(output, context.wanted, presentation_of(explained, context));
  if (is_rows(context.wanted.target.format)) add_remarks_on_rows(output, report);
  return output;
}

} // namespace mrctl::commands
