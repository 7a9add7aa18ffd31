#include "mrctl/body/lint_report.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

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

std::string lint_json(const LintReport& report) {
  Json out;
  out["files"] = report.files;
  out["errors"] = count_of(report, Severity::error);
  out["warnings"] = count_of(report, Severity::warning);
  auto problems = Json::array();
  for (const auto& problem : report.problems)
    problems.push_back(output::problem_json(problem));
  out["problems"] = std::move(problems);
  return dump_json(out);
}

std::string problem_texts(const Problems& problems, const output::Terminal& terminal) {
  std::string out;
  for (const auto& problem : problems)
    out += output::problem_text(problem, terminal);
  return out;
}

std::string problems_jsonl(const Problems& problems) {
  std::string out;
  for (const auto& problem : problems)
    out += dump_json(output::problem_json(problem)) + "\n";
  return out;
}

output::ResultNames files_with_problems(const Problems& problems) {
  output::ResultNames files;
  for (const auto& problem : problems)
    if (problem.place && (files.empty() || files.back() != problem.place->file))
      files.push_back(problem.place->file);
  return files;
}

output::Findings lint_findings(const LintReport& report, output::CheckResult warnings) {
  output::Findings findings;
  for (const auto& problem : report.problems)
    findings.push_back(output::finding_of(
        problem, problem.severity == Severity::error ? output::CheckResult::failed : warnings));
  for (const auto& file : report.clean)
    findings.push_back({.file = file, .suite = file, .name = "no problems"});
  return findings;
}

output::Records problem_records(const Problems& problems) {
  output::Records records{
      {"file", "line", "column", "severity", "rule", "path", "message", "suggestion"}, {}};
  for (const auto& problem : problems)
    records.rows.push_back(as_row(problem));
  return records;
}

namespace {

output::Markup message_of(const Problem& problem) {
  auto out = output::html_text(problem.message);
  if (problem.place && !problem.place->line_text.empty())
    out += output::html_lines(output::excerpt(*problem.place, {}), output::LongLines::scrolled);
  if (!problem.suggestion.empty())
    out += output::html_element("p", "dim", output::html_text(output::advice(problem.suggestion)));
  return out;
}

output::Markup severity_of(const Problem& problem) {
  return output::html_element("span", problem.severity == Severity::error ? "bad" : "warn",
                              output::html_text(severity_name(problem.severity)));
}

} // namespace

output::Markup lint_html(const LintReport& report) {
  output::HtmlTable table{{{"place", "Place", output::CellKind::text, true},
                           {"severity", "Severity"},
                           {"rule", "Rule"},
                           {"message", "Message"}},
                          {}};
  for (const auto& problem : report.problems)
    table.rows.push_back({output::html_text(output::location(problem)), severity_of(problem),
                          output::html_text(problem.rule), message_of(problem)});
  const auto totals = output::html_paragraph(lint_summary(report));
  return table.rows.empty() ? totals : totals + output::html_table(table);
}

output::Digest lint_digest(const LintReport& report) {
  auto problems = report.problems;
  std::stable_partition(problems.begin(), problems.end(),
                        [](const Problem& problem) { return problem.severity == Severity::error; });
  output::Digest digest{lint_summary(report), {{"place", "severity", "rule", "message"}}};
  for (const auto& problem : problems) {
    auto message = problem.message;
    if (!problem.suggestion.empty()) message += "; " + output::advice(problem.suggestion);
    digest.rows.rows.push_back({output::location(problem),
                                std::string(severity_name(problem.severity)), problem.rule,
                                std::move(message)});
  }
  return digest;
}

} // namespace mrctl::body
