#include "mrctl/commands/run.hpp"

#include "mrctl/commands/hidden_secrets.hpp"
#include "mrctl/commands/output_format.hpp"
#include "mrctl/commands/reports.hpp"

#include "commands.hpp"
#include "filter.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mrctl::commands {

Function function_of(const spec::Command& command) {
  const auto place = static_cast<std::size_t>(&command - spec::commands().begin());
  return command_functions.at(place);
}

namespace {

Result<Output> result_of(Context& context) {
  const auto& invocation = context.invocation;
  context.format = format_of(context);
  auto reports = read_reports(context);
  if (!reports) return fail(std::move(reports.error()));
  context.reports = *std::move(reports);
  if (auto checked = check_formats(context); !checked) return fail(std::move(checked.error()));
  if (const auto& program = invocation.flags.jq) return filtered(*program, context);
  if (invocation.flags.raw_output)
    return fail(
        Error::usage("--raw-output prints the strings of --jq without quotes, and requires --jq",
                     "-o raw prints a response unchanged"));
  return function_of(*invocation.command)(context);
}

} // namespace

Result<Output> run(Context context) {
  auto output = result_of(context);
  const auto hide = [&](Error& error) {
    error.problems = without_secrets(std::move(error.problems), context);
  };
  if (!output) {
    hide(output.error());
    return output;
  }
  output->warnings = without_secrets(std::move(output->warnings), context);
  std::for_each(output->failures.begin(), output->failures.end(), hide);
  return output;
}

} // namespace mrctl::commands
