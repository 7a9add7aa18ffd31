#include "policy_rules.hpp"

#include "mrctl/explain/known.hpp"
#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::explain {

namespace {

// What else is said of a check that a list may decide: "a listing does not show which do".
std::string words_by_list(std::string_view asked, const Demand& demand, const Check& check) {
  if (check.known.empty()) return fmt::format("{}; a listing does not show which do", asked);
  if (check.verdict == Verdict::unknown)
    return fmt::format("{}; without a tag, this one cannot be found in {}", asked, check.known);
  return fmt::format("{}; this one is {}", asked, brief_found(demand, check));
}

} // namespace

std::optional<Demand> when_deny(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && demand->asked == "deny" ? demand : std::nullopt;
}

std::optional<RuleResult> not_in_listing(const Inquiry& /*inquiry*/) {
  return RuleResult{Verdict::unknown, Cause::not_in_listing};
}

// A list of --known decides; without one, nothing does.
std::optional<RuleResult> judge_by_list(const Inquiry& inquiry) {
  const auto& lists = *inquiry.question.premises.known;
  const auto list = std::ranges::find(lists, inquiry.demand.code, &KnownList::code);
  if (list == lists.end()) return not_in_listing(inquiry);
  if (!inquiry.endpoint.endpoint->tag)
    return RuleResult{.verdict = Verdict::unknown, .cause = Cause::no_data, .known = list->file};
  const bool is_in = is_listed(*list, inquiry.endpoint.tag,
                               std::array{inquiry.group.model, inquiry.group.judged_by,
                                          inquiry.endpoint.endpoint->model_id.value_or("")});
  return RuleResult{.verdict = is_in ? Verdict::pass : Verdict::fail,
                    .composed =
                        json_quote(fmt::format("{} {}", is_in ? "in" : "not in", list->file)),
                    .known = list->file};
}

std::string words_of_collection(const Demand& demand, const Check& check) {
  return words_by_list("only endpoints that do not collect data", demand, check);
}

std::string words_of_retention(const Demand& demand, const Check& check) {
  return words_by_list("only endpoints that retain no data", demand, check);
}

std::string words_of_distillation(const Demand& demand, const Check& check) {
  return words_by_list("only models that allow distillation", demand, check);
}

} // namespace mrctl::explain
