#include "mrctl/explain/explanation_report.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>

namespace mrctl::explain {

namespace {

// About a group of a body, or about the body.
output::Finding finding_about(const ExplainedBody& body, std::optional<std::size_t> group) {
  const auto& groups = body.explanation.groups;
  output::Finding finding{.file = body.file,
                          .suite = body.file.empty() && group ? groups[*group].model : body.file};
  if (const auto at = group.value_or(0); at < body.model_places.size()) {
    const auto& place = body.model_places[at];
    finding.file = place.file;
    finding.line = place.line;
  }
  return finding;
}

void fail(output::Finding& finding) {
  finding.result = output::CheckResult::failed;
  finding.severity = Severity::error;
}

output::Finding gate_finding(const GateVerdict& verdict, const Report& report) {
  const auto& body = report.bodies[verdict.body];
  auto finding = finding_about(body, verdict.group);
  finding.rule = rule_of(verdict);
  finding.name = flag_of(verdict);
  if (verdict.group && !body.file.empty())
    finding.name = body.explanation.groups[*verdict.group].model + " " + finding.name;
  finding.message = sentence_on(verdict, report.bodies);
  if (!verdict.is_met) fail(finding);
  return finding;
}

output::Finding group_finding(const ExplainedBody& body, std::size_t position) {
  const auto& group = body.explanation.groups[position];
  auto finding = finding_about(body, position);
  finding.rule = "routing.unreachable";
  finding.name = group.model;
  finding.message = fmt::format("{}: {}", group.model, sum_of(group));
  if (count_of(group, Reach::eligible) == 0) fail(finding);
  return finding;
}

} // namespace

output::Findings explanation_findings(const Report& report) {
  output::Findings findings;
  for (const auto& verdict : report.gates)
    findings.push_back(gate_finding(verdict, report));
  if (report.gates.empty())
    for (const auto& body : report.bodies)
      for (std::size_t i = 0; i < body.explanation.groups.size(); ++i)
        findings.push_back(group_finding(body, i));
  if (const auto assumed = assumed_words(report.assumed); !assumed.empty())
    for (auto& finding : findings)
      finding.message += "; " + assumed;
  return findings;
}

} // namespace mrctl::explain
