#include "mrctl/explain/check_report.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/explain/body_to_explain.hpp"
#include "mrctl/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace mrctl::explain {

using output::GateResult;

namespace {

// The slug without prefix that one of the globs names with its prefix, as a file, or misspelled.
std::string_view meant_by(std::span<const std::string> globs,
                          std::span<const CheckedPreset> presets,
                          std::span<const std::string_view> slugs) {
  for (const std::string_view glob : globs) {
    for (std::size_t i = 0; i < presets.size(); ++i)
      if (glob == presets[i].slug || glob == presets[i].file) return slugs[i];
    if (const auto nearest = nearest_word(glob, slugs); !nearest.empty()) return nearest;
  }
  return {};
}

} // namespace

void conclude(CheckedPresets& check, std::span<const std::string_view> slugs,
              std::string_view today) {
  std::set<std::string_view> models;
  for (const auto& preset : check.presets)
    for (const auto& reach : preset.reach)
      models.insert(reach.model);
  for (auto& gate : check.gates)
    conclude(gate, gate.presets.empty() ? meant_by(gate.gate->presets, check.presets, slugs) : "",
             models);
  check.warnings = told_once(std::move(check.warnings));
  waive(check.gates, check.waivers, slugs, today);
  for (const auto& waiver : check.waivers) {
    if (!check.not_evaluated.empty()) break;
    auto warning = warning_on(waiver);
    if (!warning) continue;
    const auto meant = meant_by({&waiver.preset, 1}, check.presets, slugs);
    if (waiver.state == Waiver::State::unused && !meant.empty() && meant != waiver.preset)
      warning->suggestion = fmt::format("did you mean preset = \"{}\"?", meant);
    check.warnings.push_back(*std::move(warning));
  }
  for (const auto& outcome : check.gates)
    for (const auto& failure : outcome.failures) {
      if (!failure.preset || !output::counts(failure)) continue;
      auto& failed = check.presets[*failure.preset].failed;
      if (failed.empty() || failed.back() != outcome.gate->id) failed.push_back(outcome.gate->id);
    }
}

output::Judgement with_gates(output::Judgement judgement, const CheckedPresets& check) {
  auto rows = explain::rows_of(check.gates);
  append(rows, std::move(judgement.gates));
  judgement.gates = std::move(rows);
  for (const auto& waiver : check.waivers)
    if (waiver.failures > 0)
      judgement.waivers.push_back(fmt::format("{} waived: {} for {} until {} ({})", waiver.failures,
                                              waiver.gate, waiver.preset, waiver.until,
                                              waiver.reason));
  for (auto& words : premise_words(check.assumed, *check.known, check.asked))
    judgement.facts.push_back({"note", std::move(words)});
  for (const auto& id : check.not_evaluated)
    judgement.gates.push_back({.gate = id,
                               .why = "there are no listings",
                               .is_of_file = true,
                               .waived = "not evaluated"});
  if (!check.not_evaluated.empty())
    judgement.sum += fmt::format("; {} not evaluated", counted(check.not_evaluated.size(), "gate"));
  if (check.gates.empty()) return judgement;
  const auto all = counted(check.gates.size(), "gate");
  const auto met = std::ranges::count_if(check.gates, &is_met);
  const auto failed = check.gates.size() - static_cast<std::size_t>(met);
  judgement.sum +=
      failed == 0 ? fmt::format("; {} met", all) : fmt::format("; {} of {} failed", failed, all);
  return judgement;
}

std::vector<CheckedGate> gates_of(const CheckedPresets& check) {
  std::vector<CheckedGate> gates;
  for (const auto& outcome : check.gates)
    gates.push_back({outcome.gate->id, is_met(outcome), outcome.failures});
  for (const auto& id : check.not_evaluated)
    gates.push_back({id, std::nullopt, {}});
  return gates;
}

namespace {

// One case of a gate: a preset that it selects, or the gate as a whole.
output::Finding finding_of(const Gate& gate, std::span<const GateResult* const> failures) {
  output::Finding finding{.rule = "gate.project", .name = gate.id};
  std::string waived;
  for (const auto* failure : failures) {
    auto& text = failure->waived.empty() ? finding.message : waived;
    text += (text.empty() ? "" : "; ") + reason_of(*failure);
    if (!failure->waived.empty()) waived += ": waived, " + failure->waived;
    if (finding.line > 0) continue;
    finding.file = failure->place.file;
    finding.line = failure->place.line;
  }
  if (!finding.message.empty()) {
    finding.result = output::CheckResult::failed;
    finding.severity = Severity::error;
  } else if (!waived.empty()) {
    finding.result = output::CheckResult::skipped;
    finding.message = std::move(waived);
  }
  return finding;
}

} // namespace

output::Findings findings_of(const CheckedPresets& check) {
  output::Findings findings;
  for (const auto& id : check.not_evaluated)
    findings.push_back({.result = output::CheckResult::skipped,
                        .rule = "gate.project",
                        .message = "not evaluated: there are no listings",
                        .suite = "gates",
                        .name = id});
  for (const auto& outcome : check.gates) {
    std::vector<std::vector<const GateResult*>> failures(check.presets.size() + 1);
    for (const auto& failure : outcome.failures)
      failures[failure.preset.value_or(check.presets.size())].push_back(&failure);
    for (const auto preset : outcome.presets) {
      auto& finding = findings.emplace_back(finding_of(*outcome.gate, failures[preset]));
      finding.suite = check.presets[preset].file;
      if (finding.file.empty()) finding.file = finding.suite;
    }
    if (failures.back().empty()) continue;
    auto& finding = findings.emplace_back(finding_of(*outcome.gate, failures.back()));
    finding.suite = finding.file;
  }
  return findings;
}

std::string reach_in_short(const CheckedPreset& preset) {
  std::string out;
  for (const auto& reach : preset.reach)
    if (reach.after)
      out += fmt::format("{}{}={}", out.empty() ? "" : " ", reach.model, reach.after->eligible);
  return out;
}

} // namespace mrctl::explain
