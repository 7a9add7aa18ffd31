#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/summary.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// Where the reason is reported if a command that judges fails: on stderr, or in a text result as
// well, so that stderr does not repeat it.
enum class ReasonIn : std::uint8_t { stderr_only, result };

// Whether the result is printed if a signal ended the command.
enum class WhenInterrupted : std::uint8_t { nothing, result };

// A file that also gets the result.
struct Report {
  std::string file;
  std::string text;
};

// A file to which a CI job's summary is appended.
struct Summary {
  std::string file;
  output::Digest digest;
};

// The output of a command. App prints `out` on stdout and the rest on stderr.
struct Output {
  std::string out;
  std::vector<std::string> notes;
  Problems warnings;
  std::vector<Error> failures;       // in the order of the arguments; the first gives the exit code
  std::vector<std::string> become{}; // a program and its arguments to execute instead of ending
  std::optional<HttpFacts> exchange{};           // about a request that may have changed something
  std::optional<output::StoredSummary> stored{}; // what the service stored of a body
  ReasonIn reason_in = ReasonIn::stderr_only;    // of all failures
  WhenInterrupted when_interrupted = WhenInterrupted::nothing;
  std::vector<Report> reports{};
  std::optional<Summary> summary{};
  std::optional<Report> saved{}; // written only once the whole result is printed
};

} // namespace mrctl::commands
