#include "mrctl/body/lint_report.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace mrctl::body {

namespace {

using Text = std::optional<std::string>;

std::size_t count_of(const LintReport& report, Severity severity) {
  return static_cast<std::size_t>(
      std::ranges::count(report.problems, severity, &Problem::severity));
}

Text number_or_nothing(std::size_t number) {
  return number == 0 ? Text() : Text(std::to_string(number));
}

std::vector<Text> as_row(const Problem& problem) {
  const auto place = problem.place.value_or(Place{});
  return {output::text_or_nothing(place.file),
          number_or_nothing(place.line),
          number_or_nothing(place.column),
          std::string(severity_name(problem.severity)),
          output::text_or_nothing(problem.rule),
          output::text_or_nothing(problem.path),
          problem.message,
          output::text_or_nothing(problem.suggestion)};
}

output::Records rows_of(const Problems& problems) {
  output::Records records{
      {"file", "line", "column", "severity", "rule", "path", "message", "suggestion"}, {}};
  for (const auto& problem : problems)
    records.rows.push_back(as_row(problem));
  return records;
}

output::ResultNames files_with(const Problems& problems) {
  output::ResultNames files;
  for (const auto& problem : problems)
    if (problem.place && (files.empty() || files.back() != problem.place->file))
      files.push_back(problem.place->file);
  return files;
}

void fill(output::Page& page, const Problems& problems) {
  page.rows(
      {.grid = {{{"place", "Place", output::CellKind::text, true},
                 {.name = "severity", .title = "Severity", .is_toned = true},
                 {"rule", "Rule"},
                 {"message", "Message"}}},
       .layout = output::RowLayout::problems,
       .each = [&](const output::TakeRow& take) {
         for (const auto& problem : problems)
           take({.cells = {output::location(problem), std::string(severity_name(problem.severity)),
                           problem.rule, problem.message},
                 .tone = problem.severity == Severity::error ? output::Tone::bad
                                                             : output::Tone::doubtful,
                 .problem = &problem});
       }});
}

std::vector<output::GateResult> gates_of(const LintReport& report) {
  if (!report.is_strict) return {};
  return {output::strict_result(count_of(report, Severity::warning))};
}

output::Findings findings_of(const LintReport& report) {
  const auto warnings =
      report.is_strict ? output::CheckResult::failed : output::CheckResult::passed;
  output::Findings findings;
  for (const auto& problem : report.problems)
    findings.push_back(output::finding_of(
        problem, problem.severity == Severity::error ? output::CheckResult::failed : warnings));
  for (const auto& file : report.clean)
    findings.push_back({.file = file, .suite = file, .name = "no problems"});
  return findings;
}

} // namespace

std::string lint_summary(const LintReport& report) {
  const auto errors = count_of(report, Severity::error);
  const auto warnings = count_of(report, Severity::warning);
  std::string found;
  if (errors > 0) found = counted(errors, "error");
  if (warnings > 0) found += (found.empty() ? "" : ", ") + counted(warnings, "warning");
  return fmt::format("{}: {}", counted(report.files, "file"),
                     found.empty() ? "no problems" : found);
}

output::Presentation present_lint(const LintReport& report) {
  return {
      .head = fmt::format(R"({{"files":{},"errors":{},"warnings":{},"problems":[)", report.files,
                          count_of(report, Severity::error), count_of(report, Severity::warning)),
      .tail = fmt::format(R"(],"gates":{}}})", output::gates_json(gates_of(report))),
      .records =
          [&](const output::Write& write) {
            for (const auto& problem : report.problems)
              write(dump_json(output::problem_json(problem)));
          },
      .rows = [&] { return rows_of(report.problems); },
      .shown_rows =
          [&] {
            auto problems = report.problems;
            for (auto& problem : problems)
              problem.path = dotted(problem.path);
            return rows_of(problems);
          },
      .names = [&] { return files_with(report.problems); },
      .page = [&](output::Page& page) { fill(page, report.problems); },
      .judgement = [&] { return output::Judgement{.sum = report.sum, .gates = gates_of(report)}; },
      .findings = [&] { return findings_of(report); },
  };
}

} // namespace mrctl::body
