#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/explanation_report.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace mrctl::explain {

namespace {

// The finding of one endpoint, by the first check that decides.
const Demand* deciding_demand(const ExplainedBody& body, const Judged& judged) {
  for (const auto& check : judged.checks)
    if (check.verdict != Verdict::pass) return &body.explanation.demands[check.demand];
  return nullptr;
}

output::CheckResult result_of(const Judged& judged, output::CheckResult excluded) {
  switch (judged.reach) {
  case Reach::eligible:
    return output::CheckResult::passed;
  case Reach::excluded:
    return excluded;
  case Reach::unknown:
    break;
  }
  return output::CheckResult::skipped;
}

std::string suite_of(const ExplainedBody& body, const ModelGroup& group) {
  return body.file.empty() ? group.model : body.file;
}

std::string endpoint_name_in(const ExplainedBody& body, const ModelGroup& group,
                             const std::string& name) {
  return body.file.empty() ? name : group.model + " " + name;
}

output::Finding endpoint_finding(const ExplainedBody& body, const ModelGroup& group,
                                 const Judged& judged, output::CheckResult excluded) {
  output::Finding finding{.result = result_of(judged, excluded),
                          .rule = fmt::format("routing.{}", reach_name(judged.reach)),
                          .file = body.file,
                          .suite = suite_of(body, group),
                          .name = endpoint_name_in(body, group, name_of(*judged.endpoint))};
  if (const auto* demand = deciding_demand(body, judged)) finding.pointer = demand->pointer;
  if (judged.reach != Reach::eligible)
    for (const auto& reason : reasons_of(body, judged, ShownChecks::deciding))
      finding.message += (finding.message.empty() ? "" : "; ") + reason;
  return finding;
}

output::Finding gate_finding(const GateResult& gate, const ExplainedBody& body) {
  const auto& group = body.explanation.groups[gate.group];
  output::Finding finding{.rule = std::string(gate.rule),
                          .file = body.file,
                          .suite = suite_of(body, group),
                          .name = endpoint_name_in(body, group, gate.gate)};
  if (gate.failure.empty()) return finding;
  finding.result = output::CheckResult::failed;
  finding.severity = Severity::error;
  finding.message = fmt::format("{} was not met: {} {}", gate.gate, group.model, gate.failure);
  return finding;
}

} // namespace

output::Findings explanation_findings(const ExplainedBodies& bodies,
                                      const std::vector<GateResult>& gates) {
  std::set<std::pair<std::size_t, std::size_t>> failed;
  std::vector<std::vector<const GateResult*>> of_body(bodies.size());
  for (const auto& gate : gates) {
    if (!gate.failure.empty()) failed.emplace(gate.body, gate.group);
    of_body[gate.body].push_back(&gate);
  }
  output::Findings findings;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const auto* gate : of_body[i])
      findings.push_back(gate_finding(*gate, bodies[i]));
    const auto& groups = bodies[i].explanation.groups;
    for (std::size_t j = 0; j < groups.size(); ++j) {
      const auto excluded =
          failed.contains({i, j}) ? output::CheckResult::failed : output::CheckResult::passed;
      for (const auto& judged : groups[j].endpoints)
        if (is_shown(bodies[i], judged))
          findings.push_back(endpoint_finding(bodies[i], groups[j], judged, excluded));
    }
  }
  return findings;
}

} // namespace mrctl::explain
