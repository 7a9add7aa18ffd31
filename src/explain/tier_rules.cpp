#include "tier_rules.hpp"

#include "mrctl/base/text.hpp"

#include "entry_rules.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::explain {

namespace {

// "fast" means "priority", the word that bodies must use.
std::string as_service_tier(std::string_view tier) {
  auto lower = lower_case(tier);
  return lower == "fast" ? "priority" : lower;
}

bool is_flex(const Json& service_tier) {
  return service_tier.is_string() &&
         equal_ignoring_case(service_tier.get_ref<const std::string&>(), "flex");
}

bool asks_for(const Json& service_tier, std::string_view tier) {
  return service_tier.is_string() &&
         as_service_tier(service_tier.get_ref<const std::string&>()) == as_service_tier(tier);
}

} // namespace

std::optional<Demand> ask_tier(const Question& question, const Rule& rule) {
  const auto* tier = set_member(question.body, rule.pointer);
  return Demand{rule.code, std::string(rule.pointer), tier == nullptr ? Json(nullptr) : *tier,
                tier};
}

std::optional<RuleResult> judge_tier(const Inquiry& inquiry) {
  const auto tier = inquiry.endpoint.tier;
  if (!tier) return std::nullopt;
  const auto& group = inquiry.group;
  const bool is_admitted = asks_for(inquiry.demand.asked, *tier) ||
                           holds_tag(inquiry.question.only, inquiry.endpoint) ||
                           holds_tag(inquiry.question.order, inquiry.endpoint) ||
                           (!group.judged_by.empty() && admits_tier(group.model, *tier));
  return RuleResult{.verdict = is_admitted ? Verdict::pass : Verdict::fail,
                    .composed = fmt::format(R"("{}")", *tier)};
}

std::optional<Edit> edit_tier(const Inquiry& inquiry) {
  if (!inquiry.question.order.empty()) return appended_tag(inquiry, order_pointer);
  return Edit{inquiry.demand.pointer, inquiry.demand.member,
              as_service_tier(*inquiry.endpoint.tier)};
}

std::string words_of_tier(const Demand& demand, const Check& check) {
  const auto tier = brief_found(demand, check);
  if (check.verdict == Verdict::pass) return fmt::format("the {} tier is admitted", tier);
  const auto asked = demand.asked.is_null() ? "not set" : spoken(demand.asked);
  return fmt::format("a {} endpoint needs service_tier {}, or its full tag in provider.order or "
                     "provider.only; service_tier is {}",
                     tier, as_service_tier(tier), asked);
}

std::optional<Demand> ask_service_tier(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && is_flex(demand->asked) ? demand : std::nullopt;
}

std::optional<RuleResult> judge_service_tier(const Inquiry& inquiry) {
  if (inquiry.endpoint.tier == "flex") return std::nullopt;
  return RuleResult{Verdict::unknown, Cause::not_decidable};
}

std::string words_of_service_tier(const Demand& /*demand*/, const Check& /*check*/) {
  return "asks for flex; the service may use only its flex endpoints";
}

} // namespace mrctl::explain
