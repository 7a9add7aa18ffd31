#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"
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

// Generates the forms of a result for one destination and the format of its context: standard
// output, or a file, which is not a terminal.
using MakeForms = std::function<Result<Forms>(const Context& context)>;

// Puts the result into the output: in the format for standard output, and in all requested reports.
// A form that cannot be generated is a failure of the output.
void present(Output& output, const Context& context, const MakeForms& make);

// Puts it into the reports only.
void add_reports(Output& output, const Context& context, const MakeForms& make);

} // namespace mrctl::commands
