#include "change_findings.hpp"

#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

bool is_refused(const std::optional<ChangeGate>& gate, const diff::RecordChange& change) {
  return gate &&
         std::find(gate->kinds.begin(), gate->kinds.end(), change.kind) != gate->kinds.end();
}

// "price-up of acme/large acme/flex: /pricing/prompt from "0.1" to "0.2""
std::string sentence_on(const ComparedRecord& record, const diff::RecordChange& change) {
  auto sentence = fmt::format("{} of {} {}", change.kind->name, record.suite, record.name);
  if (change.path.empty()) return sentence;
  return sentence + fmt::format(": {} from {} to {}", change.path, change.from, change.to);
}

render::Finding finding_of(const ComparedRecord& record, const diff::RecordChange& change,
                           const std::optional<ChangeGate>& gate, const std::string& before) {
  const bool fails = is_refused(gate, change);
  const auto place = pointer_join(pointer_join({}, record.suite), record.name);
  return {.result = fails ? render::CheckResult::failed : render::CheckResult::passed,
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

render::Findings change_findings(std::span<const ComparedRecord> records,
                                 const std::optional<ChangeGate>& gate, const std::string& before) {
  render::Findings findings;
  for (const auto& record : records) {
    for (const auto& change : record.changes)
      findings.push_back(finding_of(record, change, gate, before));
    if (record.changes.empty())
      findings.push_back({.rule = "unchanged",
                          .file = before,
                          .suite = std::string(record.suite),
                          .name = std::string(record.name)});
  }
  if (gate && records.empty())
    findings.push_back({.result = render::CheckResult::failed,
                        .severity = Severity::error,
                        .rule = "gate.fail-on",
                        .file = before,
                        .line = 1,
                        .message = fmt::format("--fail-on {}: nothing to compare", gate->words),
                        .suite = before,
                        .name = "--fail-on"});
  return findings;
}

} // namespace mrctl::commands
