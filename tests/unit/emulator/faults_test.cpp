#include "mrctl/emulator/faults.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

FaultRule rule_of(const char* text) {
  auto parsed = parse_fault_rule(text);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return std::move(*parsed);
}

Request request(const char* method, const char* target) {
  return {method, target, {}, {}};
}

// One letter a request: x where the rule_of fires.
std::string firings(const char* text, std::uint64_t seed) {
  Faults faults({rule_of(text)}, seed);
  std::string out;
  for (int i = 0; i < 1000; ++i)
    out += faults.draw(request("GET", "/api/v1/x")) ? 'x' : '.';
  return out;
}

} // namespace

TEST_CASE("a star stands for any method and crosses slashes") {
  struct Row {
    const char* rule;
    const char* method;
    const char* target;
    bool is_matched;
  };
  const Row rows[] = {
      {"* * = 500", "PATCH", "/api/v1/a/b/c", true},
      {"* * = 500", "GET", "/elsewhere", true},
      {"POST /presets/* = 500", "POST", "/api/v1/presets/support/chat/completions", true},
      {"POST /presets/* = 500", "GET", "/api/v1/presets/support/chat/completions", false},
      {"POST /presets/* = 500", "POST", "/api/v1/models/a/b/endpoints", false},
      {"GET /byok/*1 = 500", "GET", "/api/v1/byok/1121", true},
      {"GET /byok/*1 = 500", "GET", "/api/v1/byok/1122", false},
      {"GET /models/*/endpoints = 500", "GET", "/api/v1/models/a/b/endpoints?x=1", true},
      {"GET /models/a = 500", "GET", "/api/v1/models/ab", false},
      {"GET *a*a*a*b = 500", "GET", "/api/v1/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
  };
  for (const auto& row : rows) {
    CAPTURE(row.rule);
    CAPTURE(row.target);
    CHECK(matches(rule_of(row.rule), request(row.method, row.target)) == row.is_matched);
  }
}

TEST_CASE("a counted rule_of stops, and the next one takes its place") {
  Faults faults({rule_of("GET * = 503 times 2"), rule_of("* * = 409 times 1")}, 1);
  const auto status = [&](const char* method) {
    const auto fired = faults.draw(request(method, "/api/v1/x"));
    return fired ? fired->status : 0;
  };
  CHECK(status("GET") == 503);
  CHECK(status("POST") == 409);
  CHECK(status("POST") == 0);
  CHECK(status("GET") == 503);
  CHECK(status("GET") == 0);
}

TEST_CASE("the same seed gives the same luck, another seed another") {
  const auto* text = "* * = 500 rate 0.3";
  CHECK(firings(text, 1) == firings(text, 1));
  CHECK(firings(text, 1) != firings(text, 2));
}

TEST_CASE("a rate is about the share of the requests that fail") {
  const auto share = [](const char* text) {
    const auto letters = firings(text, 1);
    return std::count(letters.begin(), letters.end(), 'x');
  };
  CHECK(share("* * = 500 rate 0") == 0);
  CHECK(share("* * = 500 rate 1") == 1000);
  CHECK(share("* * = 500 rate 0.3") > 250);
  CHECK(share("* * = 500 rate 0.3") < 350);
}
