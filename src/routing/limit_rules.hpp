#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/routing/explain.hpp"

#include "rules.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// Prices are compared in the unit of the body's member: USD per million tokens, per image, per
// request.
template <auto Price>
[[nodiscard]] std::optional<RuleResult> judge_price(const Inquiry& inquiry);
template <auto Price>
[[nodiscard]] std::optional<Edit> edit_price(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_price(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_excess(const Demand& demand, const Check& check); // "2.5 > 2.4"

[[nodiscard]] std::optional<Demand> ask_parameters(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_parameters(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_parameters(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_parameters(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_parameters(const Demand& demand, const Check& check);

// The members that limit an answer, the newer name first.
inline constexpr std::array<std::string_view, 2> limits_of_output{"/max_completion_tokens",
                                                                  "/max_tokens"};

[[nodiscard]] std::optional<Demand> ask_output(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_output(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_output(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_output(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_shortage(const Demand& demand, const Check& check); // "8 < 9"

[[nodiscard]] std::optional<Demand> ask_context(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_context(const Inquiry& inquiry);
// Returns whether a prompt, or it and the longest answer, are too long for an endpoint.
[[nodiscard]] bool is_too_long(const ListedEndpoint& endpoint, const Decimal& prompt,
                               const Decimal& with_answer);
[[nodiscard]] std::string words_of_context(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_context(const Demand& demand, const Check& check);

// The comparison behind judge_price() and edit_price().
[[nodiscard]] RuleResult compare_price(const Demand& demand, const ListedPrice& price);
[[nodiscard]] Edit raised_price(const Demand& demand, const ListedPrice& price);

template <auto Price>
std::optional<RuleResult> judge_price(const Inquiry& inquiry) {
  return compare_price(inquiry.demand, inquiry.endpoint.*Price);
}

template <auto Price>
std::optional<Edit> edit_price(const Inquiry& inquiry) {
  return raised_price(inquiry.demand, inquiry.endpoint.*Price);
}

// Returns the parameters of the body that the endpoint does not support; nothing if the listing
// does not say what it supports.
[[nodiscard]] std::optional<std::vector<Parameter>> unsupported_by(const ListedEndpoint& endpoint,
                                                                   const Question& question);

} // namespace mrctl::routing
