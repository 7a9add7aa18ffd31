#include "mrctl/output/judgement.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mrctl::output {

namespace {

// Returns "ok", "FAILED", or why a failure does not count.
std::string word_of(const GateResult& gate) {
  const auto verdict = gate.is_met           ? std::string("ok")
                       : gate.waived.empty() ? std::string("FAILED")
                                             : gate.waived;
  return fmt::format("{}{}{}", verdict, gate.note.empty() ? "" : ", ", gate.note);
}

// A problem for each place: what a base sets is the cause of failures of many presets.
class ProblemsByPlace {
public:
  void add(const GateResult& gate) {
    if (gate.place.file.empty()) return;
    const auto [known, is_new] = known_.try_emplace(
        std::tuple(gate.place.file, gate.place.line, gate.place.column), problems_.size());
    if (!is_new) return void(++counts_[known->second]);
    counts_.push_back(0);
    problems_.push_back({.rule = rule_of(gate),
                         .place = gate.place,
                         .message = fmt::format("{}: {}", name_of(gate), reason_of(gate))});
  }
  [[nodiscard]] Problems take() && {
    for (std::size_t i = 0; i < counts_.size(); ++i)
      if (counts_[i] > 0) problems_[i].message += fmt::format("; and {} more", counts_[i]);
    return std::move(problems_);
  }

private:
  std::map<std::tuple<std::string, std::size_t, std::size_t>, std::size_t> known_;
  std::vector<std::size_t> counts_; // of further failures
  Problems problems_;
};

} // namespace

std::string rule_of(const GateResult& result) {
  return "gate." + (result.is_of_file ? "project" : result.gate);
}

GateResult strict_result(std::size_t warnings) {
  return {.gate = "strict",
          .asked = true,
          .is_met = warnings == 0,
          .why = warnings == 0 ? "no warnings" : counted(warnings, "warning")};
}

std::string name_of(const GateResult& gate) {
  if (gate.is_of_file) return gate.gate;
  const auto& asked = gate.asked;
  if (asked.is_boolean()) return fmt::format("--{}", gate.gate);
  return fmt::format("--{} {}", gate.gate,
                     asked.is_string() ? asked.get_ref<const std::string&>() : dump_json(asked));
}

std::optional<Error> failure_of_flag(const GateResult& gate) {
  if (gate.is_met) return std::nullopt;
  auto sentence = fmt::format("{}, and {} is in effect", gate.why, name_of(gate));
  return with_http(Error::condition(std::move(sentence)), {});
}

std::string total_of(const Judgement& judgement) {
  const auto* colon = judgement.parts.empty() ? "" : ": ";
  return fmt::format("{}{}{}", judgement.sum, colon, fmt::join(judgement.parts, ", "));
}

std::string reason_of(const GateResult& gate) {
  return gate.slug.empty() ? gate.why : fmt::format("{}: {}", gate.slug, gate.why);
}

std::string sentence_on(const GateResult& gate) {
  return fmt::format("{} {}: {}", name_of(gate), word_of(gate), reason_of(gate));
}

std::string sentence_on(const Fact& fact) {
  return fact.name.empty() ? fact.value : fmt::format("{}: {}", fact.name, fact.value);
}

Grid grid_of(const std::vector<GateResult>& gates, GateOrder order) {
  constexpr std::size_t most_rows = 20;
  Grid grid{.headings = {{"gate", "Gate", CellKind::text, true},
                         {.name = "verdict", .title = "Verdict", .is_toned = true},
                         {.name = "why", .title = "Why", .is_prose = true}},
            .rows = {},
            .indent = 2,
            .is_titled = false};
  const auto add = [&](const GateResult& gate, std::string why) {
    grid.rows.push_back({name_of(gate), word_of(gate), std::move(why)});
    grid.tones.push_back(gate.is_met ? Tone::good : counts(gate) ? Tone::bad : Tone::doubtful);
    grid.subjects.push_back(gate.slug);
  };
  if (order == GateOrder::failed_first) {
    for (const bool is_met : {false, true})
      for (const auto& gate : gates)
        if (gate.is_met == is_met) add(gate, reason_of(gate));
    return grid;
  }
  for (std::size_t i = 0, same = 0; i < gates.size(); ++i) {
    same = i > 0 && name_of(gates[i]) == name_of(gates[i - 1]) ? same + 1 : 0;
    if (same < most_rows) add(gates[i], reason_of(gates[i]));
    if (same >= most_rows && (i + 1 == gates.size() || name_of(gates[i + 1]) != name_of(gates[i])))
      add(gates[i], fmt::format("{} more", same + 1 - most_rows));
  }
  return grid;
}

Grid grid_of(const Problems& problems) {
  Grid grid{.headings = {{"place", "Place", CellKind::text, true},
                         {.name = "severity", .title = "Severity", .is_toned = true},
                         {.name = "problem", .title = "Problem", .is_prose = true}}};
  for (const auto& problem : problems) {
    const auto more = problem.suggestion.empty() ? "" : "; " + problem.suggestion.sentence();
    grid.rows.push_back(
        {location(problem), std::string(severity_name(problem.severity)), problem.message + more});
    grid.tones.push_back(problem.severity == Severity::error ? Tone::bad : Tone::doubtful);
  }
  return grid;
}

std::vector<GateResult> grouped(std::span<const GateResult> results) {
  constexpr std::size_t most_named = 5;
  struct Group {
    GateResult row;
    std::vector<std::string> slugs{};
    std::vector<std::string> models{};
  };
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, std::size_t> known; // by reason and note
  for (const auto& result : results) {
    auto reason = result.why;
    if (const auto begin = reason.find(result.model); !result.model.empty() && begin != reason.npos)
      reason.erase(begin, result.model.size());
    const auto [place, is_new] = known.try_emplace({std::move(reason), result.note}, groups.size());
    if (is_new) groups.push_back({result});
    auto& [row, slugs, models] = groups[place->second];
    if (!result.slug.empty() && !contains(slugs, result.slug)) slugs.push_back(result.slug);
    if (!result.model.empty() && !contains(models, result.model)) models.push_back(result.model);
  }
  std::vector<GateResult> rows;
  for (auto& [row, slugs, models] : groups) {
    std::vector<std::string> parts;
    if (slugs.size() > 1) {
      parts.push_back(fmt::format("{} presets: {}", slugs.size(), listed(slugs, most_named)));
      row.slug.clear();
    }
    if (models.size() > 1)
      parts.push_back(fmt::format("{} models: {}", models.size(), listed(models, most_named)));
    if (!parts.empty()) row.why += fmt::format(" ({})", fmt::join(parts, "; "));
    rows.push_back(std::move(row));
  }
  return rows;
}

// What is wrong with some presets is likely wrong with all, and the result has them all.
std::vector<Error> failures_of(std::span<const GateResult> gates) {
  constexpr std::size_t most_reasons = 5;
  std::vector<Error> errors;
  while (!gates.empty()) {
    const auto name = name_of(gates.front());
    const auto* const noun = gates.front().is_of_file ? "gate " : "";
    std::vector<GateResult> failures;
    ProblemsByPlace known;
    for (; !gates.empty() && name_of(gates.front()) == name; gates = gates.subspan(1))
      if (const auto& gate = gates.front(); counts(gate)) {
        failures.push_back(gate);
        known.add(gate);
      }
    if (failures.empty()) continue;
    auto reasons = mapped(grouped(failures), [](const auto& row) { return reason_of(row); });
    if (reasons.size() > most_reasons) {
      const auto more = fmt::format("and {} more", reasons.size() - most_reasons);
      reasons.resize(most_reasons);
      reasons.push_back(more);
    }
    auto& error = errors.emplace_back(with_http(
        Error::condition(fmt::format("{}{} was not met: {}", noun, name, fmt::join(reasons, "; "))),
        {}));
    error.problems = std::move(known).take();
  }
  return errors;
}

} // namespace mrctl::output
