#include "mrctl/apply/plan_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"

#include "commands.hpp"
#include "deployment.hpp"

#include <fmt/format.h>

#include <cstddef>
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

output::Presentation plan_of(const Plans& plans, const body::PresetReader& reader,
                             const Context& context) {
  apply::PlanChecks checks;
  if (context.invocation.flags.fail_changed) checks.sent = output::CheckResult::failed;
  checks.line_of = [&](std::size_t preset, const std::string& pointer) {
    return preset < plans.files.size() ? line_of(pointer, plans.files[preset], reader) : 0;
  };
  checks.warnings = plans.warnings;
  return apply::present_plan(plans.plan, unchanged_in(context), std::move(checks));
}

} // namespace

Result<Output> preset_plan(const Context& context) {
  const auto reader = body::PresetReader::make(context.invocation, context.read_file);
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return fail(std::move(plans.error()));

  Output output;
  present(output, context, plan_of(*plans, *reader, context));
  if (const auto& found = *plans->found_changes; !found) output.failures.push_back(found.error());
  output.warnings = std::move(plans->warnings);
  if (apply::count_of(plans->plan, apply::Action::unchanged) > 0)
    output.notes.emplace_back("unchanged: as last applied from here");
  const auto sent = apply::count_sent(plans->plan);
  if (sent > 0 && context.invocation.flags.fail_changed)
    output.failures.push_back(
        with_http(Error::condition(fmt::format("{} would be sent, and --fail-changed is in effect",
                                               counted(sent, "preset"))),
                  {}));
  return output;
}

} // namespace mrctl::commands
