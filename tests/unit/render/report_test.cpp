#include "mrctl/render/report.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::render;

namespace {

Problem problem(Severity severity, std::string message) {
  Problem out;
  out.severity = severity;
  out.message = std::move(message);
  return out;
}

} // namespace

TEST_CASE("an error as JSON is one line, whatever its text holds") {
  const auto line = error_report(Error::internal("a\nb\u2028\xff"), ErrorFormat::json, pipe_end());
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
  CHECK(line.ends_with("}}\n"));
  CHECK(parsed(line)["error"]["message"] == "a\nb\u2028\ufffd");
}

TEST_CASE("annotations name each problem, or the error where there is none") {
  CHECK(
      error_report(Error::invalid({problem(Severity::error, "a"), problem(Severity::warning, "b")}),
                   ErrorFormat::github, pipe_end()) == "::error::a\n::warning::b\n");
  CHECK(error_report(Error::usage("unknown column 'x'", "did you mean 'y'?"), ErrorFormat::github,
                     pipe_end()) ==
        "::error title=mrctl::unknown column 'x' (hint: did you mean 'y'?)\n");
}

TEST_CASE("a failure that has only warnings is annotated as well") {
  auto error = Error::condition("warnings are errors under --strict");
  error.problems = {problem(Severity::warning, "b")};
  CHECK(error_report(error, ErrorFormat::github, pipe_end()) ==
        "::warning::b\n::error title=mrctl::warnings are errors under --strict\n");
}

TEST_CASE("warnings follow the error format, and none print nothing") {
  const Problems warnings{problem(Severity::warning, "stream is ignored")};
  CHECK(warnings_report(warnings, ErrorFormat::text, pipe_end()) ==
        "mrctl: warning: stream is ignored\n");
  CHECK(warnings_report(warnings, ErrorFormat::json, pipe_end()).starts_with("{\"warnings\":[{"));
  CHECK(warnings_report(warnings, ErrorFormat::github, pipe_end()) ==
        "::warning::stream is ignored\n");
  for (const auto format : {ErrorFormat::text, ErrorFormat::json, ErrorFormat::github})
    CHECK(warnings_report({}, format, pipe_end()).empty());
}

TEST_CASE("a note is one safe line") {
  CHECK(note_line("kept 3 fields\x1b", pipe_end()) == "mrctl: note: kept 3 fields\\x1b\n");
}
