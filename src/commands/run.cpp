#include "mrctl/commands/run.hpp"

#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

#include "commands.hpp"
#include "filter.hpp"

#include <cstddef>
#include <utility>

namespace mrctl::commands {

Function function_of(const spec::Command& command) {
  const auto place = static_cast<std::size_t>(&command - spec::commands().begin());
  return command_functions.at(place);
}

Result<session::Output> run(session::Context context) {
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

} // namespace mrctl::commands
