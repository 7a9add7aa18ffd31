#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/output/format.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mrctl::commands {

// Reads --report, and checks --summary as well. Fails with a usage error for an unknown format, one
// that the command does not support, a missing file name, and a file that is named twice.
[[nodiscard]] Result<std::vector<ReportFile>> read_reports(const Context& context);

// Returns the form of the result and those of the reports, so that their requirements can be
// checked before anything is sent. A summary has the requirements of Markdown.
[[nodiscard]] std::vector<output::Format> formats_with_reports(const Context& context);

// Fails with a usage error if the command, or one of its flags, refuses one of these formats.
[[nodiscard]] Status check_formats(const Context& context);

// Puts the result into the output, in the format for standard output and in all requested reports.
// A long one leaves in parts if it may.
void present(Output& output, const Context& context, const output::Presentation& result);

// Puts it into the reports only.
void add_reports(Output& output, const Context& context, const output::Presentation& result);

// Returns the failure of a command with invalid input. Its problems are a result for the reports of
// findings, for HTML and for the summary.
[[nodiscard]] Result<Output> refused(const Context& context, Error error);

} // namespace mrctl::commands
