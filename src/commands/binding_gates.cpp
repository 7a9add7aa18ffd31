#include "binding_gates.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/preset_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrctl::commands {

namespace {

using output::GateResult;

constexpr std::size_t most_gates_named = 10;

std::vector<std::string_view> gates_in(const config::Project& project) {
  std::vector<std::string_view> ids;
  for (const auto& gate : project.gates)
    if (routing::is_of_target(gate, project.target)) ids.push_back(gate.id);
  return ids;
}

// A gate as a whole fails for all presets that it selects, or for want of any.
bool is_about_sent(const GateResult& failure, const routing::GateOutcome& outcome,
                   const apply::Plan& plan) {
  const auto is_sent = [&](std::size_t i) { return apply::is_sent(plan.presets[i].action); };
  if (failure.preset) return is_sent(*failure.preset);
  return outcome.presets.empty() || std::ranges::any_of(outcome.presets, is_sent);
}

enum class About : std::uint8_t { sent, unchanged };

std::vector<GateResult> failures_about(About about, const routing::GateOutcome& outcome,
                                       const apply::Plan& plan) {
  std::vector<GateResult> failures;
  std::ranges::copy_if(outcome.failures, std::back_inserter(failures),
                       [&](const GateResult& failure) {
                         return is_about_sent(failure, outcome, plan) == (about == About::sent);
                       });
  return failures;
}

} // namespace

Gates gates_of(const spec::FlagValues& flags, const config::Project& project) {
  if (gates_in(project).empty()) return Gates::absent;
  const auto* target = config::chosen_target(project);
  const bool is_needed = target != nullptr && target->apply_needs_gates;
  return flags.gates || is_needed ? Gates::binding : Gates::passed_over;
}

std::vector<std::string> notes_on_gates(const spec::FlagValues& flags,
                                        const config::Project& project) {
  switch (gates_of(flags, project)) {
  case Gates::binding:
    return {};
  case Gates::passed_over:
    return {fmt::format("{} has gates that were not evaluated: {}; --gates evaluates them before "
                        "anything is sent",
                        project.file, listed(gates_in(project), most_gates_named))};
  case Gates::absent:
    break;
  }
  if (!flags.gates) return {};
  return {project.file.empty()
              ? "there is no project file, so --gates has no gates to evaluate"
              : fmt::format("{} has no gates for --gates to evaluate", project.file)};
}

std::vector<Error> failures_of_sent(const JudgedPresets& judged, const apply::Plan& plan) {
  if (judged.listings.refused) return {*judged.listings.refused};
  std::vector<Error> of_gates;
  std::vector<Error> errors;
  for (const auto& outcome : judged.checked.gates) {
    const auto failures = failures_about(About::sent, outcome, plan);
    append(of_gates, output::failures_of(failures));
    for (const auto& each : judged.listings.unlisted)
      if (std::ranges::any_of(failures, [&](const GateResult& failure) {
            return output::counts(failure) && failure.model == each.model;
          }))
        errors.push_back(routing::failure_of(each, judged.checked.unlisted));
  }
  append(errors, std::move(of_gates));
  return errors;
}

std::vector<std::string> failures_of_unchanged(const JudgedPresets& judged,
                                               const apply::Plan& plan) {
  std::vector<std::string> notes;
  for (const auto& outcome : judged.checked.gates)
    for (const auto& error : output::failures_of(failures_about(About::unchanged, outcome, plan)))
      notes.push_back(error.message + "; it would not be sent, so this stops nothing");
  return notes;
}

output::Presentation with_gates(output::Presentation result, const JudgedPresets& judged) {
  const auto& checked = judged.checked;
  result.judgement = [&checked, of_apply = std::move(result.judgement)] {
    auto judgement = of_apply();
    std::erase_if(judgement.gates, [](const GateResult& gate) { return gate.is_of_file; });
    return routing::with_gates(std::move(judgement), checked);
  };
  result.findings = [&checked, of_apply = std::move(result.findings)] {
    auto findings = routing::findings_of(checked);
    append(findings, of_apply());
    return findings;
  };
  return result;
}

} // namespace mrctl::commands
