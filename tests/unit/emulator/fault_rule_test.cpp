#include "mrctl/emulator/faults.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

FaultRule rule(const char* text) {
  auto parsed = parse_fault_rule(text);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return std::move(*parsed);
}

} // namespace

TEST_CASE("a rule has a method, a pattern, an outcome and modifiers") {
  const auto conflict = rule("POST /presets/* = 409 times 2");
  CHECK(conflict.method == "POST");
  CHECK(conflict.pattern == "/presets/*");
  CHECK(conflict.kind == FaultKind::status);
  CHECK(conflict.status == 409);
  CHECK(conflict.times == 2);
  const auto busy = rule("  GET  *  =  503  rate 0.25  retry-after 1 ");
  CHECK(busy.status == 503);
  CHECK(busy.rate == 0.25);
  CHECK(busy.retry_after == "1");
  CHECK_FALSE(busy.times);
}

TEST_CASE("every outcome has its word") {
  CHECK(rule("* * = reset").kind == FaultKind::reset);
  CHECK(rule("* * = reset-after-commit").kind == FaultKind::reset_after_commit);
  CHECK(rule("* * = hang").kind == FaultKind::hang);
  CHECK(rule("* * = truncate").kind == FaultKind::truncate);
  CHECK(rule("* * = html").kind == FaultKind::html);
  CHECK(rule("* * = no-code").kind == FaultKind::no_code);
  CHECK(rule("* * = slow 200ms").kind == FaultKind::slow);
  CHECK(rule("* * = slow 1.5s times 1").delay == std::chrono::milliseconds(1500));
}

TEST_CASE("a date stands in double quotes") {
  CHECK(rule(R"(* * = 503 retry-after "Fri, 02 Jan 2026 00:00:00 GMT" times 1)").retry_after ==
        "Fri, 02 Jan 2026 00:00:00 GMT");
}

TEST_CASE("a rule that does not parse names the place and the nearest word") {
  struct Row {
    const char* text;
    const char* message;
    const char* hint;
  };
  constexpr const char* example = "for example 'GET /models/* = 503 retry-after 1 rate 0.2'";
  const Row rows[] = {
      {"", "fault rule '', column 1: expected a method or '*', found nothing", example},
      {"PSOT * = 409", "fault rule 'PSOT * = 409', column 1: unknown method 'PSOT'",
       "did you mean 'POST'?"},
      {"GET",
       "fault rule 'GET', column 4: expected a path that begins with '/' or '*', found nothing",
       example},
      {"GET x = 1",
       "fault rule 'GET x = 1', column 5: expected a path that begins with '/' or '*', found 'x'",
       example},
      {"GET /x 409", "fault rule 'GET /x 409', column 8: expected '=', found '409'", example},
      {"GET /x =", "fault rule 'GET /x =', column 9: expected an outcome, found nothing", example},
      {"GET /x = resett", "fault rule 'GET /x = resett', column 10: unknown outcome 'resett'",
       "did you mean 'reset'?"},
      {"GET /x = 4o9",
       "fault rule 'GET /x = 4o9', column 10: expected a status from 200 to 599, found '4o9'",
       example},
      {"GET /x = 100",
       "fault rule 'GET /x = 100', column 10: expected a status from 200 to 599, found '100'",
       example},
      {"GET /x = slow",
       "fault rule 'GET /x = slow', column 14: expected a duration such as 200ms, up to 1h, found "
       "nothing",
       example},
      {"* * = 409 time 2", "fault rule '* * = 409 time 2', column 11: unknown modifier 'time'",
       "did you mean 'times'?"},
      {"* * = 409 times x",
       "fault rule '* * = 409 times x', column 17: expected a number from 1, found 'x'", example},
      {"* * = 409 rate 2",
       "fault rule '* * = 409 rate 2', column 16: expected a number from 0 to 1, found '2'",
       example},
      {"* * = 409 retry-after",
       "fault rule '* * = 409 retry-after', column 22: expected seconds, or a date in double "
       "quotes, found nothing",
       example},
  };
  for (const auto& row : rows) {
    const auto parsed = parse_fault_rule(row.text);
    REQUIRE_FALSE_MESSAGE(parsed, row.text);
    CHECK(parsed.error().kind == ErrorKind::usage);
    CHECK(parsed.error().message == row.message);
    CHECK(parsed.error().hint == row.hint);
  }
}
