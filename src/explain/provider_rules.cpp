#include "provider_rules.hpp"

#include "mrctl/base/utf8.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::explain {

namespace {

Judgement pass_or_fail(bool passes, Json found) {
  return {passes ? Verdict::pass : Verdict::fail, Cause::none, std::move(found)};
}

// Bodies name the tag; without one, the provider's name.
Json provider_identity(const service::Endpoint& endpoint) {
  if (endpoint.tag) return *endpoint.tag;
  return endpoint.provider_name ? Json(*endpoint.provider_name) : Json(nullptr);
}

Edit with_appended(const Inquiry& inquiry, std::string_view pointer, const std::string& item) {
  return {.path = std::string(pointer),
          .from = set_member(inquiry.question.body, pointer),
          .appended = item};
}

} // namespace

std::optional<Demand> when_set(const Question& question, const Rule& rule) {
  const auto* value = set_member(question.body, rule.pointer);
  if (value == nullptr) return std::nullopt;
  return Demand{rule.code, std::string(rule.pointer), *value, value};
}

std::optional<Demand> when_true(const Question& question, const Rule& rule) {
  auto demand = when_set(question, rule);
  return demand && demand->asked == true ? demand : std::nullopt;
}

std::optional<Judgement> judge_only(const Inquiry& inquiry) {
  return pass_or_fail(inquiry.group.only.first_match(inquiry.endpoint).has_value(),
                      provider_identity(inquiry.endpoint));
}

std::optional<Edit> edit_only(const Inquiry& inquiry) {
  return appended_tag(inquiry, inquiry.demand.pointer);
}

std::string words_of_only(const Demand& demand, const Check& check) {
  return fmt::format("allows {}; {}", spoken(demand.asked),
                     check.verdict == Verdict::pass ? "this one matches" : "none of them matches");
}

std::optional<Judgement> judge_ignore(const Inquiry& inquiry) {
  return pass_or_fail(!inquiry.group.ignore.first_match(inquiry.endpoint),
                      provider_identity(inquiry.endpoint));
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
  return fmt::format("skips {}; {}", spoken(demand.asked),
                     check.verdict == Verdict::pass ? "none of them matches" : "this one matches");
}

std::optional<Judgement> judge_quantizations(const Inquiry& inquiry) {
  const auto& quantization = inquiry.endpoint.quantization;
  if (!quantization) return Judgement{Verdict::unknown, Cause::no_data};
  return pass_or_fail(!covering(inquiry.question.quantizations, *quantization).empty(),
                      *quantization);
}

std::optional<Edit> edit_quantizations(const Inquiry& inquiry) {
  return with_appended(inquiry, inquiry.demand.pointer, *inquiry.endpoint.quantization);
}

std::string words_of_quantizations(const Demand& demand, const Check& check) {
  if (check.verdict == Verdict::unknown)
    return fmt::format("allows {}; the listing does not say which this one is",
                       spoken(demand.asked));
  return fmt::format("allows {}; this one is {}", spoken(demand.asked), spoken(check.found));
}

std::optional<Edit> appended_tag(const Inquiry& inquiry, std::string_view pointer) {
  if (!inquiry.endpoint.tag) return std::nullopt;
  return with_appended(inquiry, pointer, *inquiry.endpoint.tag);
}

std::string spoken(const Json& value) {
  constexpr std::size_t longest_text = 200;
  constexpr std::size_t longest_list = 40;
  constexpr std::size_t beginning = 20; // of a longer list
  if (value.is_string()) return abbreviated(value.get_ref<const std::string&>(), longest_text);
  if (!value.is_array()) return dump_json(value);
  const auto shown = value.size() > longest_list ? beginning : value.size();
  std::string out;
  for (std::size_t i = 0; i < shown; ++i)
    out += (out.empty() ? "" : ", ") + spoken(value[i]);
  return shown == value.size() ? out : fmt::format("{} and {} more", out, value.size() - shown);
}

} // namespace mrctl::explain
