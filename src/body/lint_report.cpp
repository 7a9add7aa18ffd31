#include "mrctl/body/lint_report.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/result_rows.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::body {

namespace {

template <Severity Counted>
std::size_t count_problems(const LintReport& report) {
  return static_cast<std::size_t>(std::ranges::count(report.problems, Counted, &Problem::severity));
}

std::vector<output::GateResult> gates_of(const LintReport& report) {
  if (!report.is_strict) return {};
  return {output::strict_result(count_problems<Severity::warning>(report))};
}

output::Records cells_of(const Problems& problems) {
  return output::records_of<"file", "line", "column", "severity", "rule", "path", "message",
                            "suggestion">(problems);
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

// clang-format off
constexpr auto rows_of(const LintReport* /*record*/) {
  return std::tuple{
      ResultMember{"files", &LintReport::files, {"files that were checked"}},
      ResultMember{"errors", count_problems<Severity::error>, {"how many problems are errors"}},
      ResultMember{"warnings", count_problems<Severity::warning>, {"how many problems are warnings"}},
      ResultMember{"problems", [](const LintReport& report) { return streamed<Problem>([&](const auto& take) { for (const auto& problem : report.problems) take(problem); }); }, {"what is wrong, each with its place"}},
      ResultMember{"gates", gates_of, output::doc_of_gates},
  };
}
// clang-format on

std::string lint_summary(const LintReport& report) {
  const auto errors = count_problems<Severity::error>(report);
  const auto warnings = count_problems<Severity::warning>(report);
  std::string found;
  if (errors > 0) found = counted(errors, "error");
  if (warnings > 0) found += (found.empty() ? "" : ", ") + counted(warnings, "warning");
  return fmt::format("{}: {}", counted(report.files, "file"),
                     found.empty() ? "no problems" : found);
}

output::Presentation present_lint(const LintReport& report) {
  auto result = output::present_record([&]() -> const auto& { return report; });
  result.rows = [&] { return cells_of(report.problems); };
  result.shown_rows = [&] {
    auto problems = report.problems;
    for (auto& problem : problems)
      problem.path = dotted(problem.path);
    return cells_of(problems);
  };
  result.names = [&] { return files_with(report.problems); };
  result.page = [&](output::Page& page) { fill(page, report.problems); };
  result.judgement = [&] {
    return output::Judgement{.sum = report.sum, .gates = gates_of(report)};
  };
  result.findings = [&] { return findings_of(report); };
  return result;
}

Json lint_schema() {
  return result_schema<LintReport>();
}

} // namespace mrctl::body
