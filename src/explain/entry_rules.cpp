#include "entry_rules.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::explain {

namespace {

RuleResult pass_or_fail(bool passes, std::string_view found) {
  return {passes ? Verdict::pass : Verdict::fail, Cause::none, found};
}

Edit with_appended(const Inquiry& inquiry, std::string_view pointer, std::string_view item) {
  return {.path = std::string(pointer),
          .from = set_member(inquiry.question.body, pointer),
          .appended = std::string(item)};
}

RuleResult judge_by_order(const Inquiry& inquiry) {
  const auto& entries = inquiry.group.order;
  const auto match = entries.first_match(inquiry.endpoint);
  if (!match) return {Verdict::fail, Cause::none, R"("not named by order")"};
  return {.composed = fmt::format(R"("named by order[{}]")", entries.all()[*match].index)};
}

// Endpoints that another check excludes are not sorted.
std::optional<RuleResult> judge_by_sort(const Inquiry& inquiry) {
  if (inquiry.reach == Reach::excluded) return std::nullopt;
  const auto sort = inquiry.group.sort;
  if (sort == Sort::none) return std::nullopt;
  if (!is_known(sort)) return RuleResult{Verdict::unknown, Cause::not_decidable};
  const bool is_first = inquiry.group.leader == &inquiry.endpoint;
  return RuleResult{
      .verdict = is_first ? Verdict::pass : Verdict::fail,
      .composed = fmt::format(R"("{} by {}")", is_first ? "first" : "not first", sort_name(sort))};
}

} // namespace

std::optional<RuleResult> judge_only(const Inquiry& inquiry) {
  return pass_or_fail(inquiry.group.only.first_match(inquiry.endpoint).has_value(),
                      inquiry.endpoint.identity_json);
}

std::optional<Edit> edit_only(const Inquiry& inquiry) {
  return appended_tag(inquiry, inquiry.demand.pointer);
}

std::string words_of_only(const Demand& demand, const Check& check) {
  return fmt::format("allows {}; {} this endpoint", spoken(demand.asked),
                     check.verdict == Verdict::pass ? "an entry matches" : "no entry matches");
}

std::optional<RuleResult> judge_ignore(const Inquiry& inquiry) {
  return pass_or_fail(!inquiry.group.ignore.first_match(inquiry.endpoint),
                      inquiry.endpoint.identity_json);
}

std::optional<Edit> edit_ignore(const Inquiry& inquiry) {
  const auto& ignore = inquiry.group.ignore;
  auto taken_out = ignore.matching(inquiry.endpoint);
  for (auto& position : taken_out)
    position = ignore.all()[position].index;
  return Edit{.path = inquiry.demand.pointer,
              .from = inquiry.demand.member,
              .taken_out = std::move(taken_out)};
}

std::string words_of_ignore(const Demand& demand, const Check& check) {
  return fmt::format("skips {}; {} this endpoint", spoken(demand.asked),
                     check.verdict == Verdict::pass ? "no entry matches" : "an entry matches");
}

std::optional<RuleResult> judge_quantizations(const Inquiry& inquiry) {
  const auto& quantization = inquiry.endpoint.endpoint->quantization;
  if (!quantization) return RuleResult{Verdict::unknown, Cause::no_data};
  return pass_or_fail(!covering(inquiry.question.quantizations, *quantization).empty(),
                      inquiry.endpoint.quantization_json);
}

std::optional<Edit> edit_quantizations(const Inquiry& inquiry) {
  return with_appended(inquiry, inquiry.demand.pointer, *inquiry.endpoint.endpoint->quantization);
}

std::string words_of_quantizations(const Demand& demand, const Check& check) {
  if (check.verdict == Verdict::unknown)
    return fmt::format("allows {}; the listing does not give this endpoint's quantization",
                       spoken(demand.asked));
  return fmt::format("allows {}; this one is {}", spoken(demand.asked), brief_found(demand, check));
}

std::optional<Edit> appended_tag(const Inquiry& inquiry, std::string_view pointer) {
  const auto& tag = inquiry.endpoint.endpoint->tag;
  return tag ? std::optional(with_appended(inquiry, pointer, *tag)) : std::nullopt;
}

std::optional<Demand> ask_fallbacks(const Question& question, const Rule& rule) {
  if (question.may_fall_back) return std::nullopt;
  return Demand{rule.code, std::string(rule.pointer), false};
}

std::optional<RuleResult> judge_fallbacks(const Inquiry& inquiry) {
  return inquiry.question.order.empty() ? judge_by_sort(inquiry) : judge_by_order(inquiry);
}

std::optional<Edit> edit_fallbacks(const Inquiry& inquiry) {
  if (inquiry.question.order.empty()) return std::nullopt;
  return appended_tag(inquiry, order_pointer);
}

std::string words_of_fallbacks(const Demand& demand, const Check& check) {
  if (check.verdict == Verdict::unknown)
    return "forbids fallbacks; a listing does not show which endpoint the sort puts first";
  return fmt::format("forbids fallbacks; this one is {}", brief_found(demand, check));
}

} // namespace mrctl::explain
