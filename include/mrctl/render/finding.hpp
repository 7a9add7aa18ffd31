#pragma once

#include "mrctl/base/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// What became of one check. It fails only where the command line says so (--strict, a gate); what
// nobody can know is skipped.
enum class CheckResult : std::uint8_t { passed, failed, skipped };

// One thing that a command that judges looked at. Reports for CI services are made of these alone;
// a command that has them takes part in every such report.
struct Finding {
  CheckResult result = CheckResult::passed;
  std::optional<Severity> severity{}; // none: nothing is wrong, and code quality leaves it out
  std::string rule{};                 // stable: "temperature.range", "price-up"
  std::string file{};                 // empty where there is none
  std::string pointer{};              // JSON Pointer; empty where the whole file is meant
  std::size_t line = 0;               // 0: not known
  std::string message{};              // one sentence; may be empty where nothing is wrong
  std::string suite{};                // the file or the model that it is about
  std::string name{};                 // of the check, within the suite
};

using Findings = std::vector<Finding>;

// Returns the finding that a problem is.
[[nodiscard]] Finding finding_of(const Problem& problem, CheckResult result);

// Returns JUnit XML: a suite for each name of a suite, in the order in which they first appear, and
// a case for each finding. No time and no host: the same findings give the same bytes.
[[nodiscard]] std::string junit(const Findings& findings, std::string_view command);

// Returns GitLab's code quality JSON of the findings that have a severity: errors are major,
// warnings minor. A fingerprint is made of rule, file and pointer, so that it stays when lines
// move; the further ones of the same three count on.
[[nodiscard]] std::string code_quality(const Findings& findings);

} // namespace mrctl::render
