#include "mrctl/compare/change_findings.hpp"

#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::compare {

namespace {

// "price-up of acme/large acme/flex: /pricing/prompt from "0.1" to "0.2""
std::string sentence_on(const ComparedRecord& record, const RecordChange& change) {
  auto sentence = fmt::format("{} of {} {}", change.kind->name, record.suite, record.name);
  if (change.path.empty()) return sentence;
  return sentence + fmt::format(": {} from {} to {}", change.path, change.from, change.to);
}

output::Finding finding_of(const ComparedRecord& record, const RecordChange& change,
                           const std::optional<ChangeGate>& gate, const std::string& before) {
  const bool fails = is_named(gate, change);
  const auto place = pointer_join(pointer_join({}, record.suite), record.name);
  return {.result = fails ? output::CheckResult::failed : output::CheckResult::passed,
          .severity = fails ? Severity::error : Severity::warning,
          .rule = std::string(change.kind->name),
          .file = before,
          .pointer = place + change.path,
          .line = 1,
          .message = sentence_on(record, change),
          .suite = std::string(record.suite),
          .name = fmt::format("{} {} {}", record.name, change.kind->name, change.path)};
}

} // namespace

output::Findings change_findings(const Compared& compared, const std::optional<ChangeGate>& gate,
                                 const std::string& before) {
  output::Findings findings;
  for (const auto& record : compared.records) {
    for (const auto& change : record.changes)
      findings.push_back(finding_of(record, change, gate, before));
    if (record.changes.empty())
      findings.push_back({.rule = "unchanged",
                          .file = before,
                          .suite = std::string(record.suite),
                          .name = std::string(record.name)});
  }
  if (gate && compared.records.empty())
    findings.push_back({.result = output::CheckResult::failed,
                        .severity = Severity::error,
                        .rule = "gate.fail-on",
                        .file = before,
                        .line = 1,
                        .message = fmt::format("--fail-on {}: nothing to compare", gate->words),
                        .suite = before,
                        .name = "--fail-on"});
  return findings;
}

} // namespace mrctl::compare
