#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/json/path.hpp"

#include "commands.hpp"
#include "explain_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace mrctl::commands {

namespace {

using explain::ExplainedBodies;
using explain::ExplainedBody;

constexpr std::size_t gains_shown = 5;

std::vector<explain::Listing> listings_of(const BodyToExplain& body, const ModelListings& models) {
  std::vector<explain::Listing> listings;
  for (const auto& model : body.models)
    listings.push_back({model, models.at(model).endpoints});
  return listings;
}

template <class Item, class Path>
std::vector<std::string> paths_of(const std::vector<Item>& items, Path path) {
  std::vector<std::string> paths;
  for (const auto& item : items)
    paths.push_back(item.*path);
  return paths;
}

// Who reads the result. Places are for people and for reports of findings; gains, which are
// expensive because every edit is tried, only for people.
struct Readers {
  bool look_for_places = false;
  bool look_for_gains = false;
};

Readers readers_of(const Context& context) {
  const auto formats = formats_with_reports(context);
  const bool has_people = std::any_of(formats.begin(), formats.end(), is_for_people);
  return {has_people || formats.size() > 1, has_people};
}

ExplainedBody explain_body(const BodyToExplain& body, const ModelListings& models,
                           const explain::Usage& usage, const Readers& readers) {
  const auto listings = listings_of(body, models);
  ExplainedBody out{.file = body.file,
                    .slug = body.slug,
                    .explanation = explain::explain(body.value, listings, usage)};
  const auto& explanation = out.explanation;
  out.dead_places = places_of(body, paths_of(explanation.dead, &explain::DeadEntry::path));
  if (!readers.look_for_places) return out;
  out.places = places_of(body, paths_of(explanation.demands, &explain::Demand::pointer));
  if (!readers.look_for_gains) return out;
  out.gains = explain::gains(body.value, listings, usage, explanation, gains_shown);
  return out;
}

std::vector<std::string> tags_in(const ExplainedBodies& bodies) {
  std::vector<std::string> tags;
  for (const auto& body : bodies)
    for (const auto& group : body.explanation.groups)
      for (const auto& judged : group.endpoints)
        if (judged.endpoint->tag) tags.push_back(*judged.endpoint->tag);
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

Problems dead_warnings(const BodyToExplain& body, const ExplainedBody& explained) {
  Problems warnings;
  for (const auto& dead : explained.explanation.dead) {
    Problem warning;
    warning.severity = Severity::warning;
    warning.rule = "routing.dead-entry";
    warning.path = dead.path;
    warning.message = fmt::format("{}: '{}' matches no endpoint", dotted(dead.path), dead.entry);
    warning.suggestion = dead.suggestion;
    warnings.push_back(std::move(warning));
  }
  return placed(std::move(warnings), body);
}

// The complete result for the bodies.
struct Explained {
  const std::vector<BodyToExplain>& asked;
  ExplainedBodies bodies;
  std::vector<explain::GateResult> gates;
};

output::Findings explain_findings(const Explained& explained, const Context& context) {
  auto findings = explain::explanation_findings(explained.bodies, explained.gates);
  for (std::size_t i = 0; i < explained.asked.size(); ++i)
    for (const auto& warning :
         without_secrets(dead_warnings(explained.asked[i], explained.bodies[i]), context))
      findings.push_back(output::finding_of(warning, output::CheckResult::passed));
  return findings;
}

Forms explain_forms(const Explained& explained, const Context& context) {
  const auto& bodies = explained.bodies;
  const auto checks =
      context.invocation.flags.why ? explain::ShownChecks::all : explain::ShownChecks::deciding;
  return {
      .human = [&, checks] { return explain::explanation_text(bodies, checks, context.terminal); },
      .data = [&] { return std::vector{explain::explanation_json(bodies)}; },
      .lines = [&] { return explain::explanation_jsonl(bodies); },
      .records = [&] { return explain::explanation_records(bodies); },
      .raw = [&] { return explain::explanation_json(bodies) + "\n"; },
      .data_count = output::DataCount::one, // regardless of the number of paths
      .names = [&] { return explain::eligible_tags(bodies); },
      .html = [&, checks] { return explain::explanation_html(bodies, checks); },
      .findings = [&] { return explain_findings(explained, context); },
      .digest = [&] { return explain::explanation_digest(bodies); },
  };
}

// Each check repeats the member that asks for it, so the whole may be far larger than its input.
std::function<void(const output::Write& write)> writer_of(const ExplainedBodies& bodies,
                                                          output::Format format) {
  if (format == output::Format::jsonl)
    return [&](const output::Write& write) { explain::write_explanation_jsonl(bodies, write); };
  return [&](const output::Write& write) {
    explain::write_explanation_json(bodies, write);
    write("\n");
  };
}

void add_body_remarks(Output& output, const std::vector<BodyToExplain>& bodies,
                      const ExplainedBodies& explained) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    std::ranges::move(dead_warnings(bodies[i], explained[i]), std::back_inserter(output.warnings));
    for (const auto& note : explained[i].explanation.notes)
      if (std::find(output.notes.begin(), output.notes.end(), note) == output.notes.end())
        output.notes.push_back(note);
  }
}

} // namespace

Result<Output> preset_explain(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto gates = read_gates(flags);
  if (!gates) return fail(gates.error());
  auto bodies = read_bodies_to_explain(context);
  if (!bodies) return refused(context, std::move(bodies.error()));
  auto listings = find_listings(context, bodies->bodies);
  if (!listings) return fail(std::move(listings.error()));

  Output output;
  output.notes = std::move(listings->notes);
  output.warnings = std::move(bodies->warnings);
  output.failures = std::move(listings->failures);
  if (!output.failures.empty()) return output;
  Explained explained{bodies->bodies, {}, {}};
  const auto readers = readers_of(context);
  const auto usage = usage_of(flags);
  for (const auto& body : bodies->bodies)
    explained.bodies.push_back(explain_body(body, listings->models, usage, readers));
  if (const auto& tag = flags.why)
    if (auto shown = show_only_tag(explained.bodies, *tag); !shown)
      return fail(std::move(shown.error()));
  explained.gates = check_gates(*gates, explained.bodies);
  output.failures = failed_gates(explained.gates, explained.bodies);
  const auto make = [&](const Context& where) { return explain_forms(explained, where); };
  if (is_streamed(context)) {
    write_in_parts(context, writer_of(explained.bodies, context.format));
    add_reports(output, context, make);
  } else {
    present(output, context, make);
  }
  if (is_rows(context.format)) add_body_remarks(output, bodies->bodies, explained.bodies);
  return output;
}

} // namespace mrctl::commands
