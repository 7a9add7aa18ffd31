#include "mrctl/body/lint_report.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace mrctl;
using namespace mrctl::body;

namespace {

Problem in_file(Severity severity, std::string message) {
  Problem problem;
  problem.severity = severity;
  problem.rule = "temperature.range";
  problem.path = "/temperature";
  problem.place = Place{"a.yaml", 1, 14, "temperature: 3", 1};
  problem.message = std::move(message);
  return problem;
}

LintReport report_of(std::size_t files, std::size_t errors, std::size_t warnings) {
  LintReport report{files, {}};
  report.problems.insert(report.problems.end(), errors, in_file(Severity::error, "e"));
  report.problems.insert(report.problems.end(), warnings, in_file(Severity::warning, "w"));
  return report;
}

std::string written_as(output::Format format, const LintReport& report) {
  return written(present_lint(report), {.format = format});
}

LintReport report_on(Problems problems) {
  return {.files = 2, .problems = std::move(problems), .sum = "2 files"};
}

} // namespace

TEST_CASE("the summary counts files, errors and warnings, and leaves out what there is none of") {
  struct Row {
    std::size_t files;
    std::size_t errors;
    std::size_t warnings;
    std::string text;
  };
  for (const auto& [files, errors, warnings, text] :
       {Row{3, 2, 1, "3 files: 2 errors, 1 warning"}, Row{1, 1, 0, "1 file: 1 error"},
        Row{1, 0, 2, "1 file: 2 warnings"}, Row{0, 0, 1, "0 files: 1 warning"},
        Row{2, 0, 0, "2 files: no problems"}})
    CHECK(lint_summary(report_of(files, errors, warnings)) == text);
}

TEST_CASE("the JSON object counts what it lists") {
  const auto json = parsed(written_as(output::Format::json, report_of(3, 2, 1)));
  CHECK(json["files"] == 3);
  CHECK(json["errors"] == 2);
  CHECK(json["warnings"] == 1);
  REQUIRE(json["problems"].size() == 3);
  CHECK(json["problems"][0]["severity"] == "error");
  CHECK(json["problems"][2]["severity"] == "warning");
  CHECK(json["problems"][0]["file"] == "a.yaml");
  CHECK(written_as(output::Format::json, {1, {}}) ==
        "{\"files\":1,\"errors\":0,\"warnings\":0,\"problems\":[],\"gates\":[]}\n");
}

TEST_CASE("every problem is drawn, one below the other") {
  const auto report = report_on({in_file(Severity::error, "e"), in_file(Severity::warning, "w")});
  CHECK(written_as(output::Format::table, report) == drawing(R"(
a.yaml:1:14: error: e
    1 | temperature: 3
      |              ^
a.yaml:1:14: warning: w
    1 | temperature: 3
      |              ^
2 files
)"));
}

TEST_CASE("as lines each problem is an object of its own, whatever its text holds") {
  const auto report = report_on({in_file(Severity::error, "a\nb"), in_file(Severity::error, "c")});
  const auto lines = written_as(output::Format::jsonl, report);
  const auto end = lines.find('\n');
  CHECK(parsed(lines.substr(0, end))["message"] == "a\nb");
  CHECK(parsed(lines.substr(end + 1))["message"] == "c");
  CHECK(written_as(output::Format::jsonl, {}).empty());
}

TEST_CASE("as records the place stands first, and what is not known is empty") {
  Problem bare;
  bare.message = "m";
  const auto report = report_on({in_file(Severity::error, "must be 1, not \"x\""), bare});
  CHECK(written_as(output::Format::csv, report) == drawing(R"(
file,line,column,severity,rule,path,message,suggestion
a.yaml,1,14,error,temperature.range,/temperature,"must be 1, not ""x""",
,,,error,,,m,
)"));
}
