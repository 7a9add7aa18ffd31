#include "mrctl/base/problem.hpp"

#include <algorithm>

namespace mrctl {

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

bool has_errors(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.severity == Severity::error; });
}

} // namespace mrctl
