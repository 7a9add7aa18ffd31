#include "mrctl/explain/gate_outcomes.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/judgement.hpp"

#include "gate_judges.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace mrctl::explain {

std::vector<std::string_view> state_names() {
  return {"used", "unused", "expired", "unjudged"};
}

std::string_view state_name(Waiver::State state) {
  return state_names().at(static_cast<std::size_t>(state));
}

bool is_met(const GateOutcome& outcome) {
  return std::ranges::none_of(outcome.failures, &output::counts);
}

void add(GateOutcome& outcome, std::size_t preset, std::vector<output::GateResult> results) {
  outcome.presets.push_back(preset);
  std::set<std::string> models;
  for (auto& result : results) {
    if (models.insert(result.model).second) {
      ++outcome.judged;
      if (result.is_met && result.found.is_null()) ++outcome.unlisted;
    }
    if (result.asked.is_string()) outcome.listed.insert(result.asked.get<std::string>());
    if (!result.is_met) outcome.failures.push_back(std::move(result));
  }
}

void add(GateOutcome& outcome, GateOutcome other) {
  append(outcome.presets, other.presets);
  std::ranges::move(other.failures, std::back_inserter(outcome.failures));
  outcome.judged += other.judged;
  outcome.unlisted += other.unlisted;
  outcome.listed.merge(other.listed);
}

void conclude(GateOutcome& outcome, std::string_view meant,
              const std::set<std::string_view>& models) {
  const auto& gate = *outcome.gate;
  const auto add_whole = [&](Json asked, std::string why) {
    outcome.failures.push_back(result_of_file(
        {.asked = std::move(asked), .why = std::move(why), .place = gate.place}, gate));
  };
  const bool names_folder = std::ranges::any_of(
      gate.presets, [](const std::string& glob) { return glob.find('/') != glob.npos; });
  if (outcome.presets.empty() && !gate.may_be_empty)
    add_whole({}, fmt::format("selects no preset{}{}{}",
                              gate.presets.empty() ? "" : "; no slug without its prefix matches ",
                              fmt::join(gate.presets, ", "),
                              names_folder    ? "; a slug is the name of a file without its folder"
                              : meant.empty() ? ""
                                              : fmt::format("; did you mean '{}'?", meant)));
  if (outcome.presets.empty() || (outcome.unlisted > 0 && outcome.judged == outcome.unlisted))
    return;
  for (const auto& text : gate.require) {
    if (outcome.listed.contains(text)) continue;
    const auto tag = required_tag(text).tag;
    add_whole(text, models.contains(tag)
                        ? fmt::format("{} is a model; 'require' takes tags of endpoints", tag)
                        : fmt::format("no model of its presets lists {}; it is required", tag));
  }
  if (outcome.judged == 0 && outcome.failures.empty())
    add_whole({}, "has no model to check: its presets name none");
}

void waive(std::span<GateOutcome> outcomes, std::span<Waiver> waivers,
           std::span<const std::string_view> slugs, std::string_view today) {
  for (auto& waiver : waivers) {
    if (waiver.until < today) waiver.state = Waiver::State::expired;
    if (waiver.state == Waiver::State::expired) continue;
    for (auto& outcome : outcomes)
      for (auto& failure : outcome.failures) {
        if (waiver.gate != outcome.gate->id || !failure.preset ||
            !matches_glob(slugs[*failure.preset], waiver.preset) ||
            (!waiver.model.empty() && !failure.model.empty() &&
             !matches_glob(failure.model, waiver.model)))
          continue;
        waiver.state = Waiver::State::used;
        if (!failure.waived.empty()) continue;
        failure.waived = waiver.reason;
        ++waiver.failures;
      }
  }
}

std::optional<Problem> warning_on(const Waiver& waiver) {
  const bool is_expired = waiver.state == Waiver::State::expired;
  if (!is_expired && waiver.state != Waiver::State::unused) return std::nullopt;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = is_expired ? "waiver.expired" : "waiver.unused";
  warning.place = waiver.place;
  warning.message =
      is_expired
          ? fmt::format("the waiver for gate '{}', preset '{}', expired on {}: its failures count",
                        waiver.gate, waiver.preset, waiver.until)
          : fmt::format("the waiver for gate '{}', preset '{}', has no effect", waiver.gate,
                        waiver.preset);
  warning.suggestion = is_expired ? "remove it, or extend 'until'" : "remove it";
  return warning;
}

namespace {

std::vector<output::GateResult> grouped_failures(std::span<const output::GateResult> results) {
  std::vector<output::GateResult> failures;
  std::ranges::copy_if(results, std::back_inserter(failures), &output::counts);
  return output::grouped(failures);
}

} // namespace

std::vector<output::GateResult> rows_of(std::span<const GateOutcome> outcomes) {
  std::vector<output::GateResult> rows;
  for (const auto& outcome : outcomes) {
    const auto first = rows.size();
    append(rows, grouped_failures(outcome.failures));
    std::set<std::pair<std::optional<std::size_t>, std::string_view>> waived;
    for (const auto& failure : outcome.failures)
      if (!failure.waived.empty()) waived.emplace(failure.preset, failure.model);
    if (rows.size() == first)
      rows.push_back({.gate = outcome.gate->id,
                      .is_met = true,
                      .why = counted(outcome.presets.size(), "preset"),
                      .is_of_file = true});
    if (waived.empty()) continue;
    auto& note = rows[first].note;
    note +=
        fmt::format("{}{} of {} waived", note.empty() ? "" : ", ", waived.size(), outcome.judged);
  }
  return rows;
}

std::vector<output::GateResult> rows_of(std::span<const output::GateResult> results) {
  std::vector<output::GateResult> rows;
  while (!results.empty()) {
    const auto end = std::ranges::find_if(results, [&](const output::GateResult& result) {
      return name_of(result) != name_of(results.front());
    });
    const auto same = results.first(static_cast<std::size_t>(end - results.begin()));
    results = results.subspan(same.size());
    if (auto failures = grouped_failures(same); !failures.empty()) {
      append(rows, std::move(failures));
      continue;
    }
    auto& row = rows.emplace_back(same.front());
    if (same.size() == 1) continue;
    std::set<std::optional<std::size_t>> presets;
    for (const auto& result : same)
      presets.insert(result.preset);
    row.why =
        presets.size() > 1 ? counted(presets.size(), "preset") : counted(same.size(), "model");
    row.slug.clear();
  }
  return rows;
}

} // namespace mrctl::explain
