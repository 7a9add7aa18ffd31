#include "mrctl/base/nearest.hpp"
#include "mrctl/base/parallel.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/json/path.hpp"

#include "commands.hpp"
#include "explain_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

using explain::ExplainedBodies;
using explain::ExplainedBody;

constexpr std::size_t gains_shown = 5;

std::vector<std::string> models_of(const std::vector<BodyToExplain>& bodies) {
  std::vector<std::string> models;
  std::set<std::string> seen;
  for (const auto& body : bodies)
    for (const auto& model : body.models)
      if (seen.insert(model).second) models.push_back(model);
  return models;
}

std::vector<explain::Listing> listings_of(const BodyToExplain& body, const ListingsByModel& all) {
  std::vector<explain::Listing> listings;
  for (const auto& model : body.models)
    listings.push_back(all.at(model));
  return listings;
}

template <class Item, class Path>
std::vector<std::string> paths_of(const std::vector<Item>& items, Path path) {
  std::vector<std::string> paths;
  for (const auto& item : items)
    paths.push_back(item.*path);
  return paths;
}

// What the formats show. Places of members are for sentences, those of models for findings. Gains,
// which are expensive because every edit is tried, are for people, as are places of dead entries.
struct Wanted {
  bool places = false;
  bool model_places = false;
  bool gains = false;
};

Wanted wanted_by(const Context& context) {
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

ExplainedBody explain_body(const BodyToExplain& body, const ListingsByModel& all,
                           const explain::Premises& premises, const Wanted& wanted) {
  const auto listings = listings_of(body, all);
  ExplainedBody out{.file = body.file,
                    .slug = body.slug,
                    .slug_prefix = body.slug_prefix,
                    .explanation = explain::explain(body.value, listings, premises)};
  const auto& explanation = out.explanation;
  if (wanted.places)
    out.places = places_of(body, paths_of(explanation.demands, &explain::Demand::pointer));
  if (wanted.model_places) out.model_places = places_of_models(body);
  if (!wanted.gains) return out;
  out.dead_places = places_of(body, paths_of(explanation.dead, &explain::DeadEntry::path));
  out.gains = explain::gains(body.value, listings, premises, explanation, gains_shown);
  return out;
}

std::vector<std::string> tags_in(const ExplainedBodies& bodies) {
  std::vector<std::string> tags;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (judged.endpoint->tag) tags.emplace_back(*judged.endpoint->tag);
  return tags;
}

// Shows only the endpoints of one tag. The totals remain those of the groups.
Status show_only_tag(ExplainedBodies& bodies, const std::string& tag) {
  const auto tags = tags_in(bodies);
  const bool is_there = std::any_of(tags.begin(), tags.end(), [&](const std::string& each) {
    return equal_ignoring_case(each, tag);
  });
  if (!is_there) return fail(Error::unknown_word("endpoint", tag, nearest_word(tag, tags)));
  for (auto& body : bodies)
    body.shown_tag = tag;
  return {};
}

// The complete result for the bodies.
struct Explained {
  const std::vector<BodyToExplain>& asked;
  explain::ExplainedPresets report;
};

Problems dead_warnings(const Explained& explained) {
  Problems warnings;
  for (std::size_t i = 0; i < explained.asked.size(); ++i)
    std::ranges::move(dead_warnings(explained.asked[i], explained.report.bodies[i].explanation),
                      std::back_inserter(warnings));
  return warnings;
}

output::Findings with_problems(output::Findings findings, const Explained& explained,
                               const Context& context) {
  const auto add = [&](const Problems& problems, output::CheckResult result) {
    for (const auto& problem : without_secrets(problems, context.service))
      findings.push_back(output::finding_of(problem, result));
  };
  const auto warned =
      context.invocation.flags.strict ? output::CheckResult::failed : output::CheckResult::passed;
  add(explained.report.problems, output::CheckResult::failed);
  add(dead_warnings(explained), warned);
  return findings;
}

// The findings of the result, of presets without a model, and of dead entries.
output::Presentation presentation_of(const Explained& explained, const Context& context) {
  const auto checks =
      context.invocation.flags.why ? explain::ShownChecks::all : explain::ShownChecks::deciding;
  auto result = explain::present_explanation(explained.report, checks);
  result.findings = [&explained, &context, of_result = std::move(result.findings)] {
    return with_problems(of_result(), explained, context);
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
  if (auto failure = failure_of(explained.report.problems))
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
  if (auto failure = failure_of_warnings(warnings, context))
    output.failures.push_back(*std::move(failure));
  if (is_told_again || is_rows(context.wanted.target.format))
    std::ranges::move(dead_warnings(explained), std::back_inserter(output.warnings));
}

Result<std::vector<output::GateResult>> judged(const ExplainedBodies& bodies,
                                               const explain::Gate& gate) {
  std::vector<const explain::Explanation*> explanations;
  std::vector<explain::GatedBody> gated;
  for (const auto& body : bodies) {
    explanations.push_back(&body.explanation);
    gated.push_back({.preset = gated.size(), .slug = body.slug, .explanation = &body.explanation});
  }
  TRY(check_required(gate, explanations));
  auto results = explain::judge(gate, gated);
  for (auto& result : results) {
    result.place = bodies[*result.preset].model_places.of(result.model);
  }
  return results;
}

} // namespace

Result<Output> preset_explain(const Context& context) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(const auto gate, read_gate(flags));
  TRY_ASSIGN(const auto premises, read_premises(flags));
  auto bodies = read_bodies_to_explain(context);
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
  const auto wanted = wanted_by(context);
  const auto by_model = listings_by_model(listings.models);
  auto& report = explained.report;
  report.bodies.resize(bodies->bodies.size());
  for_each_in_parallel(report.bodies.size(), [&](std::size_t i) {
    report.bodies[i] = explain_body(bodies->bodies[i], by_model, premises, wanted);
  });
  if (const auto& tag = flags.why) TRY(show_only_tag(report.bodies, *tag));
  TRY_ASSIGN(report.gates, judged(report.bodies, gate));
  report_failures(output, explained, context);
  present(output, context.wanted, presentation_of(explained, context));
  if (is_rows(context.wanted.target.format)) add_remarks_on_rows(output, report);
  return output;
}

} // namespace mrctl::commands
