#include "mrctl/explain/check_report.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::size_t most_failures = 20; // of a gate, in text
constexpr std::string_view gate_rule = "gate.project";

// Text shows the gates as they are given; other pages begin with those that failed.
enum class GateOrder : std::uint8_t { given, failed_first };

std::size_t count_failed(const CheckedPresets& check) {
  return static_cast<std::size_t>(
      std::ranges::count_if(check.gates, [](const JudgedGate& gate) { return !is_met(gate); }));
}

// "support: acme/large has 1 eligible endpoint: acme; at least 2 were asked (mrctl.toml:20)"
std::string sentence_on(const GateFailure& failure, const CheckedPresets& check) {
  if (!failure.preset) return failure.why;
  return fmt::format("{}: {}", check.presets[*failure.preset].slug, failure.why);
}

// "enough-endpoints for support-eu until 2026-12-31 (northlake is being replaced)"
std::string words_on(const Waiver& waiver) {
  return fmt::format("{} for {} until {} ({})", waiver.gate, waiver.preset, waiver.until,
                     waiver.reason);
}

std::vector<const GateFailure*> counted_failures(const JudgedGate& gate) {
  std::vector<const GateFailure*> failures;
  for (const auto& failure : gate.failures)
    if (failure.waiver == nullptr) failures.push_back(&failure);
  return failures;
}

void add_row(output::Grid& grid, const JudgedGate& gate, std::string why) {
  const bool met = is_met(gate);
  grid.rows.push_back({gate.gate->id, met ? "ok" : "FAILED", std::move(why)});
  grid.tones.push_back(met ? output::Tone::good : output::Tone::bad);
}

// The gates in their order, or those that failed first.
std::vector<const JudgedGate*> gates_in_order(const CheckedPresets& check, GateOrder order) {
  std::vector<const JudgedGate*> gates;
  for (const auto& gate : check.gates)
    gates.push_back(&gate);
  if (order == GateOrder::failed_first)
    std::stable_partition(gates.begin(), gates.end(),
                          [](const JudgedGate* gate) { return !is_met(*gate); });
  return gates;
}

output::Grid grid_of(const CheckedPresets& check, GateOrder order) {
  const auto most =
      order == GateOrder::given ? most_failures : std::numeric_limits<std::size_t>::max();
  output::Grid grid{.headings = {{"gate", "Gate", output::CellKind::text, true},
                                 {.name = "verdict", .title = "Verdict", .is_toned = true},
                                 {.name = "why", .title = "Why", .is_prose = true}},
                    .rows = {},
                    .indent = 2,
                    .is_titled = false};
  for (const auto* gate : gates_in_order(check, order)) {
    const auto failures = counted_failures(*gate);
    for (std::size_t i = 0; i < std::min(failures.size(), most); ++i)
      add_row(grid, *gate, sentence_on(*failures[i], check));
    if (failures.size() > most)
      add_row(grid, *gate, fmt::format("{} more", failures.size() - most));
    if (failures.empty()) add_row(grid, *gate, counted(gate->presets.size(), "preset"));
  }
  return grid;
}

} // namespace

void conclude(CheckedPresets& check, std::span<const Waiver> waivers,
              std::span<const std::string_view> names, std::string_view today) {
  for (auto& gate : check.gates)
    conclude(gate);
  check.waivers = waive(check.gates, waivers, names, today);
  for (const auto& gate : check.gates)
    for (const auto* failure : counted_failures(gate)) {
      if (!failure->preset) continue;
      auto& failed = check.presets[*failure->preset].failed;
      if (failed.empty() || failed.back() != gate.gate->id) failed.push_back(gate.gate->id);
    }
}

void write_verdict(output::Page& page, const CheckedPresets& check) {
  if (!check.gates.empty()) {
    page.heading("Gates");
    page.rows(
        {.grid = grid_of(check, page.is_brief() ? GateOrder::given : GateOrder::failed_first)});
  }
  for (const auto& judged : check.waivers)
    if (judged.failures > 0)
      page.sentence(fmt::format("{} waived: {}", judged.failures, words_on(*judged.waiver)),
                    output::Stands::below, output::Tone::doubtful);
  if (const auto assumed = assumed_words(check.assumed); !assumed.empty()) page.sentence(assumed);
}

std::string sum_of_gates(const CheckedPresets& check) {
  if (check.gates.empty()) return {};
  const auto failed = count_failed(check);
  if (failed == 0) return counted(check.gates.size(), "gate") + " met";
  return fmt::format("{} of {} failed", failed, counted(check.gates.size(), "gate"));
}

std::string reach_json(const CheckedPreset& preset) {
  std::string list;
  for (const auto& reach : preset.reach)
    list += (list.empty() ? "" : ",") + dump_json(json_of(reach));
  return fmt::format(R"(,"reach":[{}])", list);
}

namespace {

Json json_of(const GateFailure& failure, const CheckedPresets& check) {
  return {{"slug", failure.preset ? Json(check.presets[*failure.preset].slug) : Json()},
          {"model", json_text_or_null(failure.model)},
          {"found", failure.found},
          {"asked", failure.asked},
          {"why", failure.why},
          {"waived", failure.waiver == nullptr ? Json() : Json(failure.waiver->reason)}};
}

Json json_of(const JudgedGate& gate, const CheckedPresets& check) {
  auto failures = Json::array();
  for (const auto& failure : gate.failures)
    failures.push_back(json_of(failure, check));
  return {{"id", gate.gate->id}, {"met", is_met(gate)}, {"failures", std::move(failures)}};
}

Json json_of(const JudgedWaiver& judged) {
  const auto& waiver = *judged.waiver;
  return {{"gate", waiver.gate},
          {"preset", waiver.preset},
          {"model", json_text_or_null(waiver.model)},
          {"until", waiver.until},
          {"state", state_name(judged.state)}};
}

} // namespace

std::string gates_json(const CheckedPresets& check) {
  auto gates = Json::array();
  for (const auto& gate : check.gates)
    gates.push_back(json_of(gate, check));
  auto waivers = Json::array();
  for (const auto& waiver : check.waivers)
    waivers.push_back(json_of(waiver));
  return fmt::format(R"("gates":{},"waivers":{},"assumed":{})", dump_json(gates),
                     dump_json(waivers), dump_json(Json(check.assumed)));
}

namespace {

// One case of a gate: a preset that it selects, or the gate as a whole.
output::Finding finding_of(const JudgedGate& gate, std::span<const GateFailure* const> failures,
                           const CheckedPresets& check) {
  output::Finding finding{.rule = std::string(gate_rule), .name = gate.gate->id};
  std::string waived;
  for (const auto* failure : failures) {
    auto& text = failure->waiver == nullptr ? finding.message : waived;
    text += (text.empty() ? "" : "; ") + sentence_on(*failure, check);
    if (failure->waiver != nullptr) waived += fmt::format(": waived, {}", failure->waiver->reason);
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
  for (const auto& gate : check.gates) {
    std::vector<std::vector<const GateFailure*>> failures(check.presets.size() + 1);
    for (const auto& failure : gate.failures)
      failures[failure.preset.value_or(check.presets.size())].push_back(&failure);
    for (const auto preset : gate.presets) {
      auto& finding = findings.emplace_back(finding_of(gate, failures[preset], check));
      finding.suite = check.presets[preset].file;
      if (finding.file.empty()) finding.file = finding.suite;
    }
    if (failures.back().empty()) continue;
    auto& finding = findings.emplace_back(finding_of(gate, failures.back(), check));
    finding.suite = finding.file;
  }
  return findings;
}

namespace {

// "support, triage and 12 more", each once.
std::string slugs_of(const std::vector<const GateFailure*>& failures, const CheckedPresets& check) {
  constexpr std::size_t most = 5;
  std::vector<std::string_view> slugs;
  for (const auto* failure : failures)
    if (failure->preset)
      if (const auto slug = check.presets[*failure->preset].slug;
          slugs.empty() || slugs.back() != slug)
        slugs.push_back(slug);
  const auto more = slugs.size() - std::min(slugs.size(), most);
  slugs.resize(slugs.size() - more);
  return fmt::format("{}{}", fmt::join(slugs, ", "),
                     more > 0 ? fmt::format(" and {} more", more) : "");
}

// The result has the reasons.
std::string sentence_on(const JudgedGate& gate, const std::vector<const GateFailure*>& failures,
                        const CheckedPresets& check) {
  const auto slugs = slugs_of(failures, check);
  if (slugs.empty()) return fmt::format("gate {} was not met: {}", gate.gate->id, failures[0]->why);
  return fmt::format("gate {} was not met by {}", gate.gate->id, slugs);
}

Problem problem_of(const JudgedGate& gate, const GateFailure& failure,
                   const CheckedPresets& check) {
  Problem problem;
  problem.rule = gate_rule;
  problem.message = fmt::format("{}: {}", gate.gate->id, sentence_on(failure, check));
  problem.place = failure.place;
  return problem;
}

} // namespace

std::vector<Error> failed_gates(const CheckedPresets& check) {
  std::vector<Error> errors;
  for (const auto& gate : check.gates) {
    const auto failures = counted_failures(gate);
    if (failures.empty()) continue;
    auto& error =
        errors.emplace_back(with_http(Error::condition(sentence_on(gate, failures, check)), {}));
    for (const auto* failure : failures)
      error.problems.push_back(problem_of(gate, *failure, check));
  }
  return errors;
}

std::string reach_in_short(const CheckedPreset& preset) {
  std::string out;
  for (const auto& reach : preset.reach)
    if (reach.after)
      out += fmt::format("{}{}={}", out.empty() ? "" : " ", reach.model, reach.after->eligible);
  return out;
}

} // namespace mrctl::explain
