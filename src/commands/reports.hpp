#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/render/format.hpp"

#include "rendering.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mrctl::commands {

// A file that --report asks for.
struct ReportFile {
  render::Format format = render::Format::json;
  std::string file;
};

// Reads --report and --summary. Fails with a usage error for an unknown format, one that the
// command does not have, a missing file, and one file that is named twice.
[[nodiscard]] Result<std::vector<ReportFile>> read_reports(const Context& context);

// Returns the form of the result and those of the reports, so that what a form needs can be
// checked before anything is sent. A summary needs what tables in Markdown do.
[[nodiscard]] std::vector<render::Format> formats_with_reports(const Context& context,
                                                               render::Format format);

// Makes the forms of a result for one place where it goes: standard output, or a file, which is no
// terminal.
using MakeForms = std::function<Result<Forms>(render::Format format, const Context& context)>;

// Puts the result into the answer: on standard output in the format, and in every report that is
// asked for. A form that cannot be made is a failure of the answer.
void present(Answer& answer, render::Format format, const Context& context, const MakeForms& make);

// Puts it into the reports alone.
void add_reports(Answer& answer, const Context& context, const MakeForms& make);

} // namespace mrctl::commands
