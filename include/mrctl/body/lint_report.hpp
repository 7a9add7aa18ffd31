#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::body {

// The problems of that many files.
struct LintReport {
  std::size_t files = 0;
  Problems problems;
  std::vector<std::string> clean{}; // the files without problems
};

// Returns "3 files: 2 errors, 1 warning", or "1 file: no problems".
[[nodiscard]] std::string lint_summary(const LintReport& report);

// Returns {"files":N,"errors":N,"warnings":N,"problems":[…]}, each problem as in error reports.
[[nodiscard]] std::string lint_json(const LintReport& report);

// Draws every problem as a compiler does; see problem.hpp.
[[nodiscard]] std::string problem_texts(const Problems& problems, const output::Terminal& terminal);

// Returns each problem's object on its own line.
[[nodiscard]] std::string problems_jsonl(const Problems& problems);

// Returns the files that have problems, each once.
[[nodiscard]] output::ResultNames files_with_problems(const Problems& problems);

// Returns the records, for formats such as csv: the place first.
[[nodiscard]] output::Records problem_records(const Problems& problems);

// Returns the report as markup, and its digest for a summary.
[[nodiscard]] output::Markup lint_html(const LintReport& report);
[[nodiscard]] output::Digest lint_digest(const LintReport& report);

// Returns a finding for each problem, and one that passed for each file without any. Warnings fail
// if `warnings` says so.
[[nodiscard]] output::Findings lint_findings(const LintReport& report,
                                             output::CheckResult warnings);

} // namespace mrctl::body
