#include "mrctl/apply/plan_report.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "deployment.hpp"

#include <string_view>
#include <utility>

namespace mrctl::commands {

bool shows_plan(const Context& context) {
  return !context.invocation.flags.quiet &&
         context.service.settings.error_format == ErrorFormat::text;
}

void show_plan(const Context& context, const Plans& plans) {
  if (!shows_plan(context)) return;
  output::Terminal terminal = context.wanted.target.terminal;
  terminal.colour = output::Colour::off;
  const auto shown = apply::present_plan(plans.plan, apply::Unchanged::hidden);
  write_result(shown, {.terminal = terminal}, [&](std::string_view lines) {
    for (auto end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
      context.service.trace(lines.substr(0, end));
      lines.remove_prefix(end + 1);
    }
  });
  for (const auto& sentence : notes_on(plans))
    context.service.trace("mrctl: note: " + sentence);
}

Result<Output> preset_plan(const Context& context) {
  const auto reader =
      body::PresetReader::make(context.invocation, context.input.read_file, secret_rules(context));
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
