#include "mrctl/apply/plan_report.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "deployment.hpp"

#include <utility>

namespace mrctl::commands {

Result<Output> preset_plan(const Context& context) {
  const auto reader =
      body::PresetReader::make(context.invocation, context.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return refused(context, std::move(plans.error()));

  Output output;
  present(output, context,
          apply::present_plan(plans->plan, unchanged_in(context),
                              checks_of(*plans, plans->warnings, *reader, context)));
  if (const auto& found = *plans->found_changes; !found) output.failures.push_back(found.error());
  output.warnings = std::move(plans->warnings);
  output.notes = notes_on(*plans);
  if (auto failure = failure_of_changes(plans->plan, context))
    output.failures.push_back(*std::move(failure));
  return output;
}

} // namespace mrctl::commands
