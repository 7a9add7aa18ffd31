#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mrctl::body {

// The problems of that many files.
struct LintReport {
  std::size_t files = 0;
  Problems problems;
  std::vector<std::string> clean{}; // the files without problems
  std::string sum{};                // what it amounts to
  bool is_strict = false;           // warnings fail
};

// Returns "3 files: 2 errors, 1 warning", or "1 file: no problems".
[[nodiscard]] std::string lint_summary(const LintReport& report);

// Returns the report: each problem as a compiler draws it, the files that have problems as names,
// and a finding for each problem and for each file without any. The report must outlive it.
[[nodiscard]] output::Presentation present_lint(const LintReport& report);
[[nodiscard]] Json lint_schema();

} // namespace mrctl::body
