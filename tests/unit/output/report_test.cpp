#include "mrctl/output/report.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::output;

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
        "::error title=mrctl::unknown column 'x'%0Ahint: did you mean 'y'?\n");
}

TEST_CASE("annotations name the preset that the command is about") {
  const Error error = Error::internal("broken");
  CHECK(error_report(error, ErrorFormat::github, pipe_end(), "support") ==
        "::error title=mrctl%3A support::broken\n");
  CHECK(error_report(Error::invalid({problem(Severity::error, "a")}), ErrorFormat::github,
                     pipe_end(), "support") == "::error title=support::a\n");
  CHECK(remarks_report({{}, {"kept"}, {}}, ErrorFormat::github, pipe_end(), "support") ==
        "::notice title=mrctl%3A support::kept\n");
}

TEST_CASE("a failure that has only warnings is annotated as well") {
  auto error = Error::condition("warnings are errors under --strict");
  error.problems = {problem(Severity::warning, "b")};
  CHECK(error_report(error, ErrorFormat::github, pipe_end()) ==
        "::error title=mrctl::warnings are errors under --strict\n::warning::b\n");
}

TEST_CASE("remarks follow the error format, and none print nothing") {
  const Remarks remarks{
      {problem(Severity::warning, "stream is ignored")}, {"kept 3 fields\x1b"}, {}};
  CHECK(remarks_report(remarks, ErrorFormat::text, pipe_end()) ==
        "mrctl: warning: stream is ignored\nmrctl: note: kept 3 fields\\x1b\n");
  const auto line = parsed(remarks_report(remarks, ErrorFormat::json, pipe_end()));
  CHECK(line["warnings"][0]["message"] == "stream is ignored");
  CHECK(line["notes"] == Json::array({"kept 3 fields\x1b"}));
  CHECK_FALSE(line.contains("stored"));
  CHECK(remarks_report(remarks, ErrorFormat::github, pipe_end()) ==
        "::warning::stream is ignored\n::notice title=mrctl::kept 3 fields\\x1b\n");
  for (const auto format : {ErrorFormat::text, ErrorFormat::json, ErrorFormat::github})
    CHECK(remarks_report({}, format, pipe_end()).empty());
}

TEST_CASE("warnings alone are all that their line of JSON has") {
  const auto line =
      remarks_report({{problem(Severity::warning, "a")}, {}, {}}, ErrorFormat::json, pipe_end());
  CHECK(parsed(line).size() == 1);
  CHECK(line.starts_with("{\"warnings\":[{"));
  CHECK(line.ends_with("]}\n"));
}

TEST_CASE("an account is one line with its details below, and a warning where it should be") {
  Remarks remarks{{}, {}, StoredSummary{"the service kept model", {}, {}, R"({"kept":"model"})"}};
  auto& account = *remarks.stored;
  CHECK(remarks_report(remarks, ErrorFormat::text, pipe_end()) ==
        "mrctl: note: the service kept model\n");
  CHECK(remarks_report(remarks, ErrorFormat::github, pipe_end()) ==
        "::notice title=mrctl::the service kept model\n");
  account.details = {"a \u202e b"};
  account.warnings = {problem(Severity::warning, "top_p was changed")};
  CHECK(remarks_report(remarks, ErrorFormat::text, pipe_end()) ==
        "mrctl: warning: the service kept model\n  a \\u202e b\n");
  CHECK(remarks_report(remarks, ErrorFormat::json, pipe_end()) ==
        "{\"warnings\":[],\"stored\":{\"kept\":\"model\"}}\n");
  CHECK(remarks_report(remarks, ErrorFormat::github, pipe_end()) ==
        "::warning::top_p was changed\n");
  account.sentence.clear();
  account.details.clear();
  account.warnings.clear();
  CHECK(remarks_report(remarks, ErrorFormat::text, pipe_end()).empty());
  CHECK(remarks_report(remarks, ErrorFormat::github, pipe_end()).empty());
}

TEST_CASE("a failure that is about what was stored carries it in its line of JSON only") {
  const StoredSummary account{"x", {}, {}, R"({"kept":"model"})"};
  const auto error = Error::condition("not as it was sent");
  const auto line = parsed(error_report(error, account, ErrorFormat::json, pipe_end()));
  CHECK(line["error"]["kind"] == "condition");
  CHECK(line["stored"] == parsed(account.json));
  for (const auto format : {ErrorFormat::text, ErrorFormat::github})
    CHECK(error_report(error, account, format, pipe_end()) ==
          error_report(error, format, pipe_end()));
}

TEST_CASE("annotations of a run are ten of each at most, errors first, and the rest is counted") {
  Problems problems(12);
  for (auto& problem : problems)
    problem.message = "wrong";
  Remarks remarks;
  remarks.warnings.resize(11);
  for (auto& warning : remarks.warnings)
    warning.severity = Severity::warning;
  remarks.notes = {"a note"};
  const std::vector failures{Error::invalid(problems)};
  const auto text = annotations_report(remarks, failures);
  CHECK(text.starts_with("::error"));
  CHECK(text.ends_with("::a note\n3 more\n"));
  CHECK(std::count(text.begin(), text.end(), '\n') == 10 + 10 + 1 + 1);
}
