#pragma once

#include "mrctl/commands/output.hpp"

#include <string>
#include <vector>

namespace mrctl::app {

// The outcome of writing the reports.
struct ReportOutcome {
  std::vector<Error> failures;    // one for each file that could not be written
  std::vector<std::string> notes; // about a full summary
};

// Writes the reports and appends to the summary, each file completely or not at all.
[[nodiscard]] ReportOutcome write_reports(const commands::Output& output);

} // namespace mrctl::app
