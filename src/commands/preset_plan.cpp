#include "mrctl/apply/plan_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/output/finding.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "deployment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

namespace mrctl::commands {

namespace {

// Reads the body again, because a plan keeps none. A change that comes from --base or from a flag
// has no line in the preset's file.
std::size_t line_of(const std::string& pointer, const body::PresetFile& file,
                    const body::PresetReader& reader) {
  const auto body = reader.read(file);
  if (!body) return 0;
  Problems changes(1);
  changes.front().path = pointer;
  body::place_problems(changes, *body);
  const auto& place = changes.front().place;
  return place && place->file == file.path ? place->line : 0;
}

// Returns the findings of a plan for CI services: one for each preset, at the line of its first
// change if known, and the warnings of the bodies.
output::Findings plan_findings(const Plans& plans, const body::PresetReader& reader,
                               const Context& context) {
  const auto sent = context.invocation.flags.fail_changed ? output::CheckResult::failed
                                                          : output::CheckResult::passed;
  auto findings = apply::plan_findings(plans.plan, sent);
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (!findings[i].pointer.empty())
      findings[i].line = line_of(findings[i].pointer, plans.files[i], reader);
  for (const auto& warning : plans.warnings)
    findings.push_back(output::finding_of(warning, output::CheckResult::passed));
  return findings;
}

apply::Unchanged unchanged_in(const Context& context) {
  return context.invocation.flags.only_changed ? apply::Unchanged::hidden : apply::Unchanged::shown;
}

Forms plan_forms(const Plans& plans, const body::PresetReader& reader, const Context& context) {
  const auto& plan = plans.plan;
  const auto unchanged = unchanged_in(context);
  return {
      .human = [&, unchanged] { return apply::plan_text(plan, unchanged, context.terminal); },
      .data = [&] { return std::vector{apply::plan_json(plan)}; },
      .lines = [&] { return apply::plan_jsonl(plan); },
      .records = [&, unchanged] { return apply::plan_records(plan, unchanged); },
      .raw = [&] { return apply::plan_json(plan) + "\n"; },
      .data_count = output::DataCount::one, // however many paths there are
      .names = [&, unchanged] { return apply::plan_slugs(plan, unchanged); },
      .html = [&, unchanged] { return apply::plan_html(plan, unchanged); },
      .findings = [&] { return plan_findings(plans, reader, context); },
      .digest = [&, unchanged] { return apply::plan_digest(plan, unchanged); },
  };
}

using WritePlan = std::function<void(const output::Write& write)>;

// Returns a function that writes the plan in parts, if the format allows it.
WritePlan writer_of(const apply::Plan& plan, const Context& context) {
  if (!leaves_in_parts(context)) return {};
  if (is_drawn(context.format))
    return [&](const output::Write& write) {
      apply::write_plan_text(plan, unchanged_in(context), context.terminal, write);
    };
  if (context.format == output::Format::jsonl)
    return [&](const output::Write& write) { apply::write_plan_jsonl(plan, write); };
  if (context.format != output::Format::json) return {};
  return [&](const output::Write& write) {
    apply::write_plan_json(plan, write);
    write("\n");
  };
}

} // namespace

Result<Output> preset_plan(const Context& context) {
  const auto reader =
      body::PresetReader::make(context.invocation, context.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return fail(std::move(plans.error()));

  Output output;
  const auto make = [&](const Context& where) { return plan_forms(*plans, *reader, where); };
  if (const auto write = writer_of(plans->plan, context)) {
    write_in_parts(context, write);
    add_reports(output, context, make);
  } else {
    present(output, context, make);
  }
  if (const auto& found = *plans->found_changes; !found) output.failures.push_back(found.error());
  output.warnings = std::move(plans->warnings);
  if (apply::count_of(plans->plan, apply::Action::unchanged) > 0)
    output.notes.emplace_back("unchanged: as last applied from here");
  if (apply::count_of(plans->plan, apply::Action::create) > 0)
    output.notes.emplace_back(
        "create: not applied from here yet; a slug that already exists on the service gets a new "
        "version");
  std::ranges::move(plans->notes, std::back_inserter(output.notes));
  const auto sent = apply::count_sent(plans->plan);
  if (sent > 0 && context.invocation.flags.fail_changed)
    output.failures.push_back(
        with_http(Error::condition(fmt::format("{} would be sent, and --fail-changed is in effect",
                                               counted(sent, "preset"))),
                  {}));
  return output;
}

} // namespace mrctl::commands
