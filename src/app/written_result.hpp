#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::app {

// Returns the error with the request that the result is from, which a failure to write does not
// undo.
[[nodiscard]] Error after(const std::optional<HttpFacts>& done, Error error);

// The way to standard output. It keeps the first failure, and writes nothing after it.
class ResultStream {
public:
  explicit ResultStream(const World& world) : world_(world) {}

  void write(std::string_view text);

  [[nodiscard]] bool is_interrupted() const { return error_ == EINTR; }

  // What was written is the result of this request.
  void follow(const std::optional<HttpFacts>& done) { done_ = done; }

  // Returns whether all of it was written so far.
  [[nodiscard]] bool is_complete();

  // A closed pipe is fine, because the reader has what it wanted; any other failed write is an
  // error.
  [[nodiscard]] std::optional<Error> end();

private:
  const World& world_;
  int error_ = 0;
  std::optional<HttpFacts> done_;
};

// The outcome of writing the reports.
struct ReportOutcome {
  std::vector<Error> failures;    // one for each file that could not be written
  std::vector<std::string> notes; // about a full summary
};

// Writes the reports and appends to the summary, each file completely or not at all. `--save`
// writes only if the result was printed.
[[nodiscard]] ReportOutcome write_reports(const commands::Output& output, ResultStream& out);

} // namespace mrctl::app
