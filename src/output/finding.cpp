#include "mrctl/output/finding.hpp"

namespace mrctl::output {

namespace {

std::string case_name(const Problem& problem) {
  return problem.path.empty() ? problem.rule : problem.rule + " " + problem.path;
}

} // namespace

Finding finding_of(const Problem& problem, CheckResult result) {
  const auto place = problem.place.value_or(Place{});
  return {.result = result,
          .severity = problem.severity,
          .rule = problem.rule,
          .file = place.file,
          .pointer = problem.path,
          .line = place.line,
          .message = problem.message,
          .suite = place.file.empty() ? problem.flag : place.file,
          .name = case_name(problem)};
}

} // namespace mrctl::output
