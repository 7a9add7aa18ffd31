#include "mrctl/spec/invocation.hpp"

#include "../../../src/app/reporter.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace mrctl;
using namespace mrctl::app;

namespace {

// What a reporter of a command line wrote for these failures, and the code that it returned.
std::pair<int, std::string> concluded(const std::vector<std::string>& line,
                                      const std::vector<Error>& of_command,
                                      const std::vector<Error>& of_reports = {},
                                      commands::ReasonIn reason_in = {}) {
  std::string err;
  World world;
  world.err = [&](std::string_view text) { return err += text, 0; };
  const auto invocation = spec::parse(line);
  REQUIRE(invocation.has_value());
  Problem warning;
  warning.severity = Severity::warning;
  warning.message = "odd";
  const Reporter reporter(world, *invocation);
  const int code = reporter.conclude({.warnings = {warning}, .notes = {"a note"}},
                                     {of_command, of_reports, reason_in});
  return {code, err};
}

const std::vector<std::string> lint{"preset", "lint", "a.yaml"};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE(
    "a report that was not written goes over success and a condition, and over nothing else") {
  const auto full = Error::io("cannot write", "x.xml", 28);
  const auto code = [](ErrorKind kind) { return exit_code_of(kind).code; };
  CHECK(concluded(lint, {}, {full}).first == code(ErrorKind::internal));
  CHECK(concluded(lint, {Error::condition("unmet")}, {full}).first == code(ErrorKind::internal));
  CHECK(concluded(lint, {Error::usage("wrong")}, {full}).first == code(ErrorKind::usage));
  CHECK(concluded(lint, {Error::condition("unmet")}).first == code(ErrorKind::condition));
  CHECK(concluded(lint, {}).first == exit_success);
}

TEST_CASE("a failure that the result shows is not told again to people, and is to programs") {
  using commands::ReasonIn;
  const std::vector<Error> failures{Error::condition("unmet"), Error::usage("wrong")};
  const auto text = concluded(lint, failures, {}, ReasonIn::conditions_in_result).second;
  CHECK_FALSE(has(text, "unmet"));
  CHECK(has(text, "wrong"));
  CHECK_FALSE(has(concluded(lint, failures, {}, ReasonIn::result).second, "wrong"));
  auto for_programs = lint;
  for_programs.insert(for_programs.end(), {"--error-format", "json"});
  CHECK(has(concluded(for_programs, failures, {}, ReasonIn::result).second, "unmet"));
}

TEST_CASE("a quiet run leaves out warnings and notes, and no failure") {
  auto quiet = lint;
  quiet.emplace_back("-q");
  for (const auto* format : {"text", "json", "github"}) {
    auto line = quiet;
    line.insert(line.end(), {"--error-format", format});
    const auto text = concluded(line, {Error::usage("wrong")}).second;
    CHECK(has(text, "wrong"));
    CHECK_FALSE(has(text, "odd"));
    CHECK_FALSE(has(text, "a note"));
  }
  CHECK(has(concluded(lint, {}).second, "odd"));
  CHECK(has(concluded(lint, {}).second, "a note"));
}

TEST_CASE("an interruption is told only if a request may have changed something") {
  const Error interrupted{.kind = ErrorKind::interrupted, .message = "interrupted"};
  CHECK_FALSE(has(concluded(lint, {interrupted}).second, "interrupted"));
  const auto open = with_http(
      interrupted, {.operation = "POST /presets/a/chat/completions", .sent = Sent::unknown});
  CHECK(has(concluded(lint, {open}).second, "interrupted"));
  const auto read = with_http(interrupted, {.operation = "GET /key", .sent = Sent::unknown});
  CHECK_FALSE(has(concluded(lint, {read}).second, "interrupted"));
}
