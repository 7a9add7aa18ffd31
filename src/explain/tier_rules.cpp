#include "tier_rules.hpp"

#include "mrctl/base/ascii.hpp"

#include "provider_rules.hpp"

#include <fmt/format.h>

namespace mrctl::explain {

namespace {

constexpr std::string_view order_pointer = "/provider/order";

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

Judgement judge_by_order(const Inquiry& inquiry) {
  const auto& entries = inquiry.group.order;
  const auto match = entries.first_match(inquiry.endpoint);
  if (!match) return {Verdict::fail, Cause::none, "not named by order"};
  return {Verdict::pass, Cause::none,
          fmt::format("named by order[{}]", entries.all()[*match].index)};
}

// Endpoints that another check excludes are not sorted.
std::optional<Judgement> judge_by_sort(const Inquiry& inquiry) {
  if (inquiry.reach == Reach::excluded) return std::nullopt;
  const auto sort = inquiry.question.sort;
  if (!is_known(sort)) return Judgement{Verdict::unknown, Cause::not_decidable};
  const bool is_first = inquiry.group.leader == &inquiry.endpoint;
  return Judgement{is_first ? Verdict::pass : Verdict::fail, Cause::none,
                   fmt::format("{} by {}", is_first ? "first" : "not first", sort_name(sort))};
}

} // namespace

std::optional<Demand> ask_tier(const Question& question, const Rule& rule) {
  const auto* tier = set_member(question.body, rule.pointer);
  return Demand{rule.code, std::string(rule.pointer), tier == nullptr ? Json(nullptr) : *tier,
                tier};
}

std::optional<Judgement> judge_tier(const Inquiry& inquiry) {
  const auto tier = tier_of(inquiry.endpoint);
  if (!tier) return std::nullopt;
  const bool is_asked = asks_for(inquiry.demand.asked, *tier) ||
                        holds_tag(inquiry.question.only, inquiry.endpoint) ||
                        holds_tag(inquiry.question.order, inquiry.endpoint);
  return Judgement{is_asked ? Verdict::pass : Verdict::fail, Cause::none, std::string(*tier)};
}

std::optional<Edit> edit_tier(const Inquiry& inquiry) {
  if (!inquiry.question.order.empty()) return appended_tag(inquiry, order_pointer);
  return Edit{inquiry.demand.pointer, inquiry.demand.member,
              as_service_tier(*tier_of(inquiry.endpoint))};
}

std::string words_of_tier(const Demand& demand, const Check& check) {
  const auto tier = spoken(check.found);
  if (check.verdict == Verdict::pass) return fmt::format("the {} tier is requested", tier);
  const auto asked = demand.asked.is_null() ? "not set" : spoken(demand.asked);
  return fmt::format("a {} endpoint needs service_tier {} or its full tag in order or only; "
                     "service_tier is {}",
                     tier, as_service_tier(tier), asked);
}

std::optional<Demand> ask_service_tier(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && is_flex(demand->asked) ? demand : std::nullopt;
}

std::optional<Judgement> judge_service_tier(const Inquiry& inquiry) {
  if (tier_of(inquiry.endpoint) == "flex") return std::nullopt;
  return Judgement{Verdict::unknown, Cause::not_decidable};
}

std::string words_of_service_tier(const Demand& /*demand*/, const Check& /*check*/) {
  return "asks for flex; the service may use only its flex endpoints";
}

std::optional<Demand> ask_fallbacks(const Question& question, const Rule& rule) {
  if (question.may_fall_back) return std::nullopt;
  if (question.order.empty() && question.sort == Sort::none) return std::nullopt;
  return Demand{rule.code, std::string(rule.pointer), false};
}

std::optional<Judgement> judge_fallbacks(const Inquiry& inquiry) {
  return inquiry.question.order.empty() ? judge_by_sort(inquiry) : judge_by_order(inquiry);
}

std::optional<Edit> edit_fallbacks(const Inquiry& inquiry) {
  if (inquiry.question.order.empty()) return std::nullopt;
  return appended_tag(inquiry, order_pointer);
}

std::string words_of_fallbacks(const Demand& /*demand*/, const Check& check) {
  if (check.verdict == Verdict::unknown)
    return "forbids fallbacks; a listing does not show which endpoint the sort puts first";
  return fmt::format("forbids fallbacks; this one is {}", spoken(check.found));
}

} // namespace mrctl::explain
