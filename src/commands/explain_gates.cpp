#include "explain_gates.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/counted.hpp"
#include "mrctl/base/facts.hpp"
#include "mrctl/explain/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace mrctl::commands {

namespace {

using explain::ExplainedBodies;
using explain::ExplainedBody;
using explain::GateResult;
using explain::Judged;
using explain::ModelGroup;
using explain::Reach;

std::string group_name(const ExplainedBody& body, const ModelGroup& group) {
  return body.file.empty() ? group.model : fmt::format("{} of {}", group.model, body.file);
}

bool is_eligible(const Judged& judged) {
  return judged.reach == Reach::eligible;
}

std::string eligible_names(const ModelGroup& group) {
  std::string names;
  for (const auto& judged : group.endpoints)
    if (is_eligible(judged))
      names += (names.empty() ? "" : ", ") + explain::name_of(*judged.endpoint);
  return names;
}

// Why a group does not meet a gate; empty if it does.
using GateCheck = std::function<std::string(const ModelGroup&)>;

std::string too_few_eligible(const ModelGroup& group, std::size_t wanted) {
  if (group.endpoints.empty()) return "has no endpoints";
  const auto count = count_of(group, Reach::eligible);
  if (count >= wanted) return {};
  if (count == 0) return "has no eligible endpoint";
  return fmt::format("has {}: {}", counted(count, "eligible endpoint"), eligible_names(group));
}

std::string too_dear(const ModelGroup& group, const Decimal& limit) {
  const Judged* dearest = nullptr;
  for (const auto& judged : group.endpoints) {
    if (!is_eligible(judged)) continue;
    if (!judged.cost)
      return fmt::format("reaches {}, whose cost is not known", explain::name_of(*judged.endpoint));
    if (dearest == nullptr || *judged.cost > *dearest->cost) dearest = &judged;
  }
  if (dearest == nullptr) return "has no eligible endpoint";
  if (*dearest->cost <= limit) return {};
  return fmt::format("reaches {}, which costs {} USD", explain::name_of(*dearest->endpoint),
                     dearest->cost->text());
}

// Several endpoints may share a tag; one eligible endpoint is enough.
std::string not_eligible(const ModelGroup& group, const std::string& tag) {
  const Judged* found = nullptr;
  for (const auto& judged : group.endpoints) {
    if (!judged.endpoint->tag || !equal_ignoring_case(*judged.endpoint->tag, tag)) continue;
    if (is_eligible(judged)) return {};
    found = &judged;
  }
  if (found == nullptr) return "has no such endpoint";
  return found->reach == Reach::excluded ? "excludes it" : "leaves it unknown";
}

void check_groups(std::vector<GateResult>& results, std::string_view rule, const std::string& gate,
                  const ExplainedBodies& bodies, const GateCheck& check) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& groups = bodies[i].explanation.groups;
    for (std::size_t j = 0; j < groups.size(); ++j)
      results.push_back({gate, rule, i, j, check(groups[j])});
  }
}

} // namespace

Result<Gates> read_gates(const spec::FlagValues& flags) {
  if (flags.max_cost && !(flags.prompt_tokens && flags.completion_tokens))
    return fail(Error::usage("--max-cost needs --prompt-tokens and --completion-tokens"));
  return Gates{.at_least = flags.at_least, .max_cost = flags.max_cost, .required = flags.require};
}

std::vector<GateResult> check_gates(const Gates& gates, const ExplainedBodies& bodies) {
  std::vector<GateResult> results;
  if (gates.at_least)
    check_groups(results, "gate.at-least", fmt::format("--at-least {}", *gates.at_least), bodies,
                 [&](const ModelGroup& group) { return too_few_eligible(group, *gates.at_least); });
  if (gates.max_cost)
    check_groups(results, "gate.max-cost", fmt::format("--max-cost {}", gates.max_cost->text()),
                 bodies, [&](const ModelGroup& group) { return too_dear(group, *gates.max_cost); });
  if (gates.required)
    check_groups(results, "gate.require", fmt::format("--require {}", *gates.required), bodies,
                 [&](const ModelGroup& group) { return not_eligible(group, *gates.required); });
  return results;
}

std::vector<Error> failed_gates(const std::vector<GateResult>& results,
                                const ExplainedBodies& bodies) {
  std::vector<Error> failures;
  std::string_view gate;
  for (const auto& result : results) {
    if (result.failure.empty()) continue;
    const auto& body = bodies[result.body];
    const auto why = fmt::format("{} {}", group_name(body, body.explanation.groups[result.group]),
                                 result.failure);
    if (gate == result.gate)
      failures.back().message += "; " + why;
    else
      failures.push_back(
          with_http(Error::condition(fmt::format("{} was not met: {}", result.gate, why)), {}));
    gate = result.gate;
  }
  return failures;
}

} // namespace mrctl::commands
