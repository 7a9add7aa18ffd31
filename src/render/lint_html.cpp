#include "mrctl/render/lint_report.hpp"

#include "excerpt.hpp"
#include "problem_words.hpp"

#include <algorithm>

namespace mrctl::render {

namespace {

Markup message_of(const Problem& problem) {
  auto out = html_text(problem.message);
  if (problem.place && !problem.place->line_text.empty())
    out += html_lines(excerpt(*problem.place, {}), LongLines::scrolled);
  if (!problem.suggestion.empty())
    out += html_element("p", "dim", html_text(advice(problem.suggestion)));
  return out;
}

Markup severity_of(const Problem& problem) {
  return html_element("span", problem.severity == Severity::error ? "bad" : "warn",
                      html_text(severity_name(problem.severity)));
}

} // namespace

Markup lint_html(const LintReport& report) {
  HtmlTable table{{{"place", "Place", model::CellKind::text, true},
                   {"severity", "Severity"},
                   {"rule", "Rule"},
                   {"message", "Message"}},
                  {}};
  for (const auto& problem : report.problems)
    table.rows.push_back({html_text(location(problem)), severity_of(problem),
                          html_text(problem.rule), message_of(problem)});
  const auto totals = html_paragraph(lint_summary(report));
  return table.rows.empty() ? totals : totals + html_table(table);
}

Digest lint_digest(const LintReport& report) {
  auto problems = report.problems;
  std::stable_partition(problems.begin(), problems.end(),
                        [](const Problem& problem) { return problem.severity == Severity::error; });
  Digest digest{lint_summary(report), {{"place", "severity", "rule", "message"}}};
  for (const auto& problem : problems) {
    auto message = problem.message;
    if (!problem.suggestion.empty()) message += "; " + advice(problem.suggestion);
    digest.rows.rows.push_back({location(problem), std::string(severity_name(problem.severity)),
                                problem.rule, std::move(message)});
  }
  return digest;
}

} // namespace mrctl::render
