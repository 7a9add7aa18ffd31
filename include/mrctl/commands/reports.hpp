#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/output/finding.hpp"
#include "mrctl/output/json.hpp"
#include "mrctl/output/presentation.hpp"

namespace mrctl::commands {

// Puts the result into the output, in the format for standard output and in all requested reports.
// A long one leaves in parts if it may.
void present(Output& output, const Context::Wanted& wanted, const output::Presentation& result);

// Puts the result into the reports only.
void add_reports(Output& output, const Context::Wanted& wanted, const output::Presentation& result);

// Puts the result of a command that prints nothing by itself into the output, if -o or --jq asks
// for one.
void present_if_asked(Output& output, const Context::Wanted& wanted,
                      const spec::Invocation& invocation, const output::Presentation& result);

// Adds a finding for each problem: errors fail, warnings under --strict.
void add_findings(output::Findings& findings, const Problems& problems,
                  const spec::FlagValues& flags);

// Returns a function that writes a record of the result now, if the result is a line for each and
// may leave in parts; else nothing.
[[nodiscard]] output::Write live_lines(const Context::Wanted& wanted);

// Returns the failure of a command with invalid input. Its problems are a result for the reports of
// findings, for HTML and for the summary.
[[nodiscard]] Result<Output> refused(const Context& context, Error error);

} // namespace mrctl::commands
