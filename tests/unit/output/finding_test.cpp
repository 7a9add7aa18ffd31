#include "mrctl/output/finding.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

Finding failed(std::string name, std::string message) {
  return {.result = CheckResult::failed,
          .severity = Severity::error,
          .rule = "price-up",
          .file = "before.json",
          .pointer = "/pricing/prompt",
          .line = 1,
          .message = std::move(message),
          .suite = "acme/large",
          .name = std::move(name)};
}

} // namespace

TEST_CASE("JUnit has a suite for each name and counts what failed and what is skipped") {
  Finding skipped{
      .result = CheckResult::skipped, .message = "not known", .suite = "b", .name = "y"};
  CHECK(findings_in(Format::junit, {failed("x", "dearer"), skipped}, {}, "endpoints diff") ==
        R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="mrctl endpoints diff" tests="2" failures="1" errors="0" time="0">
  <testsuite name="acme/large" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase name="x" classname="acme/large" time="0">
      <failure message="dearer" type="price-up">before.json:1: dearer</failure>
    </testcase>
  </testsuite>
  <testsuite name="b" tests="1" failures="0" errors="0" skipped="1" time="0">
    <testcase name="y" classname="b" time="0">
      <skipped message="not known"/>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_CASE("JUnit has what was judged as properties of the first suite, also without findings") {
  const Judgement judgement{.sum = "1 change",
                            .parts = {"1 removed"},
                            .facts = {{"compared", "a with b"}},
                            .gates = {{"fail-on", "any", false, "1 removed"}, strict_result(0)}};
  const auto properties = R"(    <properties>
      <property name="result" value="1 change: 1 removed"/>
      <property name="compared" value="a with b"/>
      <property name="gate" value="--fail-on any FAILED: 1 removed"/>
      <property name="gate" value="--strict ok: no warnings"/>
    </properties>
)";
  CHECK(findings_in(Format::junit, {}, judgement, "x").find(properties) != std::string::npos);
  const auto text = findings_in(Format::junit, {failed("x", "dearer"), {.suite = "b", .name = "y"}},
                                judgement, "x");
  CHECK(text.find(properties) < text.find("<testcase name=\"x\""));
  CHECK(text.find("<properties>", text.find("<properties>") + 1) == std::string::npos);
}

TEST_CASE("no text leaves its place in JUnit, and none has a character that XML forbids") {
  const auto text = findings_in(
      Format::junit, {failed("\"/><x>", "]]>&\x01\x1b[31m\xff\xef\xbf\xbe\n::error::a")}, {}, "x");
  CHECK(text.find("&quot;/&gt;&lt;x&gt;") != std::string::npos);
  CHECK(text.find("]]&gt;&amp;\\x01\\x1b[31m\\xff") != std::string::npos);
  CHECK(text.find("\n::") == std::string::npos);
  CHECK(text.find('\x01') == std::string::npos);
  CHECK(text.find("\xef\xbf\xbe") == std::string::npos);
}

TEST_CASE("the same rule, file and pointer give different fingerprints, whatever the lines are") {
  auto moved = failed("x", "dearer");
  moved.line = 9;
  const auto one = findings_in(Format::codequality, {failed("x", "dearer")});
  const auto two = findings_in(Format::codequality, {failed("x", "dearer"), moved});
  const auto print = [](const std::string& text, std::size_t from) {
    return text.substr(text.find("\"fingerprint\":", from), 80);
  };
  CHECK(print(one, 0) == print(findings_in(Format::codequality, {moved}), 0));
  CHECK(print(two, 0) == print(one, 0));
  CHECK(print(two, two.find("},{")) != print(one, 0));
}

TEST_CASE("code quality leaves out what is not wrong") {
  CHECK(findings_in(Format::codequality, {Finding{.suite = "a", .name = "no problems"}}) == "[]\n");
}
