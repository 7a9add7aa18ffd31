#pragma once

#include "mrctl/commands/context.hpp"

#include <string>
#include <vector>

namespace mrctl::app {

// What became of the files that get the result as well.
struct ReportOutcome {
  std::vector<Error> failures;    // one for each file that could not be written
  std::vector<std::string> notes; // on a summary that is full
};

// Writes the reports and adds to the summary: each file as a whole, or not at all.
[[nodiscard]] ReportOutcome write_reports(const commands::Answer& answer);

} // namespace mrctl::app
