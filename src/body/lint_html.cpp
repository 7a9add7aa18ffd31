#include "mrctl/body/lint_report.hpp"
#include "mrctl/output/excerpt.hpp"
#include "mrctl/output/problem_words.hpp"

#include <algorithm>

namespace mrctl::body {

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
