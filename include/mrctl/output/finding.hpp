#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/output/judgement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// The result of one check. It fails only if the command line requires it (--strict, a gate); an
// unknown result is skipped.
enum class CheckResult : std::uint8_t { passed, failed, skipped };

// One thing that a command that judges has checked. Reports for CI services consist of these only,
// so a command with findings supports every such report.
struct Finding {
  CheckResult result = CheckResult::passed;
  std::optional<Severity> severity{}; // none: nothing is wrong, and code quality omits it
  std::string rule{};                 // stable: "temperature.range", "price-up"
  std::string file{};                 // empty if there is none
  std::string pointer{};              // JSON Pointer; empty for the whole file
  std::size_t line = 0;               // 0: unknown
  std::string message{};              // one sentence; may be empty if nothing is wrong
  std::string suite{};                // the file or the model
  std::string name{};                 // of the check within the suite
};

using Findings = std::vector<Finding>;

// Converts a problem to a finding.
[[nodiscard]] Finding finding_of(const Problem& problem, CheckResult result);

// Returns the findings in a format of findings, files by their paths in the repository. JUnit XML
// has the judgement as properties, too. The same findings give the same bytes: there is no time and
// no host in them.
[[nodiscard]] std::string findings_in(Format format, Findings findings,
                                      const Judgement& judgement = {},
                                      std::string_view command = {});

} // namespace mrctl::output
