#include "mrctl/explain/named_gates.hpp"

#include "mrctl/base/glob.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::explain {

namespace {

constexpr std::array<std::string_view, 3> state_names{"used", "unused", "expired"};

std::string words_on(const Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

// "at least 2 were asked".
std::string asked_words(const GateVerdict& verdict) {
  if (verdict.gate == "at-least")
    return fmt::format("at least {} {} asked", dump_json(verdict.asked),
                       verdict.asked == 1 ? "was" : "were");
  if (verdict.gate == "max-cost")
    return fmt::format("at most {} was asked", verdict.asked.get<std::string>());
  return verdict.gate == "require" ? "it is required" : "none are allowed";
}

std::string why_of(const NamedGate& gate, const GateVerdict& verdict,
                   const Explanation& explanation) {
  const auto model = verdict.group ? explanation.groups[*verdict.group].model : std::string();
  const auto asked = asked_words(verdict);
  const auto place = words_on(gate.place);
  if (!verdict.endpoint.empty())
    return fmt::format("a request costs up to {} USD on {}{}, {} ({})",
                       verdict.found.get<std::string>(), verdict.endpoint,
                       explanation.groups.size() > 1 ? " of " + model : "", asked, place);
  return fmt::format("{}{}{}; {} ({})", model, model.empty() ? "" : " ", verdict.why, asked, place);
}

bool matches_any(std::string_view text, const std::vector<std::string>& globs) {
  return globs.empty() || std::ranges::any_of(globs, [&](const std::string& glob) {
           return matches_glob(text, glob);
         });
}

} // namespace

bool is_met(const JudgedGate& gate) {
  return std::ranges::all_of(gate.failures,
                             [](const GateFailure& failure) { return failure.waiver != nullptr; });
}

std::string_view state_name(WaiverState state) {
  return state_names.at(static_cast<std::size_t>(state));
}

bool is_selected(const NamedGate& gate, std::string_view name,
                 std::span<const std::string> models) {
  return matches_any(name, gate.presets) && std::ranges::any_of(models, [&](const auto& model) {
           return is_selected(gate.gates, model);
         });
}

PresetVerdict judge_preset(const NamedGate& gate, const Explanation& explanation,
                           std::span<const std::string> unlisted) {
  PresetVerdict out;
  for (const auto& model : unlisted)
    if (is_selected(gate.gates, model))
      out.failures.push_back(
          {.model = model,
           .why = fmt::format("{} could not be listed ({})", model, words_on(gate.place))});
  if (explanation.groups.empty()) return out;
  const auto* const explained = &explanation;
  for (auto& verdict : judge_gates(gate.gates, {&explained, 1})) {
    const bool is_required = verdict.gate == "require";
    if (is_required && !verdict.group) continue; // another preset may list it
    if (is_required) out.listed_required.push_back(verdict.asked.get<std::string>());
    if (verdict.is_met) continue;
    auto why = why_of(gate, verdict, explanation);
    out.failures.push_back(
        {.model = verdict.group ? explanation.groups[*verdict.group].model : std::string(),
         .found = std::move(verdict.found),
         .asked = std::move(verdict.asked),
         .why = std::move(why)});
  }
  return out;
}

void add_verdict(JudgedGate& gate, std::size_t preset, PresetVerdict verdict) {
  gate.presets.push_back(preset);
  for (auto& failure : verdict.failures) {
    failure.preset = preset;
    gate.failures.push_back(std::move(failure));
  }
  gate.listed_required.insert(verdict.listed_required.begin(), verdict.listed_required.end());
}

void conclude(JudgedGate& gate) {
  const auto& place = gate.gate->place;
  const auto add = [&](Json asked, std::string_view why) {
    gate.failures.push_back({.asked = std::move(asked),
                             .why = fmt::format("{} ({})", why, words_on(place)),
                             .place = place});
  };
  if (gate.presets.empty()) {
    if (!gate.gate->may_be_empty) add({}, "selects no preset");
    return;
  }
  for (const auto& required : gate.gate->gates.required)
    if (!gate.listed_required.contains(required.text()))
      add(required.text(),
          fmt::format("no model of its presets lists {}; it is required", required.tag));
}

namespace {

bool is_about(const Waiver& waiver, const JudgedGate& gate, const GateFailure& failure,
              std::span<const std::string_view> names) {
  if (waiver.gate != gate.gate->id || !failure.preset) return false;
  return matches_glob(names[*failure.preset], waiver.preset) &&
         (waiver.model.empty() || matches_glob(failure.model, waiver.model));
}

} // namespace

std::vector<JudgedWaiver> waive(std::span<JudgedGate> gates, std::span<const Waiver> waivers,
                                std::span<const std::string_view> names, std::string_view today) {
  std::vector<JudgedWaiver> judged;
  for (const auto& waiver : waivers) {
    auto& out = judged.emplace_back(JudgedWaiver{.waiver = &waiver});
    if (waiver.until < today) {
      out.state = WaiverState::expired;
      continue;
    }
    for (auto& gate : gates)
      for (auto& failure : gate.failures) {
        if (!is_about(waiver, gate, failure, names)) continue;
        out.state = WaiverState::used;
        if (failure.waiver != nullptr) continue;
        failure.waiver = &waiver;
        ++out.failures;
      }
  }
  return judged;
}

std::optional<Problem> warning_on(const JudgedWaiver& judged) {
  if (judged.state == WaiverState::used) return std::nullopt;
  const auto& waiver = *judged.waiver;
  const bool is_expired = judged.state == WaiverState::expired;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = is_expired ? "waiver.expired" : "waiver.unused";
  warning.place = waiver.place;
  warning.message =
      is_expired
          ? fmt::format("the waiver of {} for {} ended on {}: its failures count", waiver.gate,
                        waiver.preset, waiver.until)
          : fmt::format("the waiver of {} for {} waives nothing", waiver.gate, waiver.preset);
  warning.suggestion = is_expired ? "remove it, or extend 'until'" : "remove it";
  return warning;
}

} // namespace mrctl::explain
