#include "mrctl/apply/plan_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"

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

output::GateResult fail_changed_result(const apply::Plan& plan) {
  const auto sent = apply::count_sent(plan);
  return {"fail-changed", true, sent == 0,
          sent == 0 ? "nothing would be sent" : counted(sent, "preset") + " would be sent"};
}

output::Presentation plan_of(const Plans& plans, const body::PresetReader& reader,
                             const Context& context) {
  apply::PlanChecks checks;
  const auto& flags = context.invocation.flags;
  if (flags.fail_changed) {
    checks.sent = output::CheckResult::failed;
    checks.gates.push_back(fail_changed_result(plans.plan));
  }
  if (flags.strict) checks.gates.push_back(output::strict_result(plans.warnings.size()));
  checks.line_of = [&](std::size_t preset, const std::string& pointer) {
    return preset < plans.files.size() ? line_of(pointer, plans.files[preset], reader) : 0;
  };
  checks.warnings = plans.warnings;
  return apply::present_plan(plans.plan, unchanged_in(context), std::move(checks));
}

} // namespace

Result<Output> preset_plan(const Context& context) {
  const auto reader =
      body::PresetReader::make(context.invocation, context.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return refused(context, std::move(plans.error()));

  Output output;
  present(output, context, plan_of(*plans, *reader, context));
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
