#include "diff_format.hpp"

#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

namespace mrctl::commands {

using render::Format;
using session::Context;

Result<Format> diff_format_of(const Context& context) {
  const auto format = format_of(context);
  for (const auto each : formats_with_reports(context, format))
    if (each == Format::raw)
      return fail(Error::usage("-o raw prints a response, and a comparison is none",
                               "-o json has every change"));
  return format;
}

} // namespace mrctl::commands
