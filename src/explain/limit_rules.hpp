#pragma once

#include "mrctl/explain/explain.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint.hpp"

#include "rules.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// Prices are compared in the unit of the body's member: USD per million tokens, per image, per
// request.
template <auto Price, int PowersOfTen>
[[nodiscard]] std::optional<Judgement> judge_price(const Inquiry& inquiry);
template <auto Price, int PowersOfTen>
[[nodiscard]] std::optional<Edit> edit_price(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_price(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_excess(const Demand& demand, const Check& check); // "2.5 > 2.4"

[[nodiscard]] std::optional<Demand> ask_parameters(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_parameters(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_parameters(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_parameters(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_parameters(const Demand& demand, const Check& check);

// The members that limit an answer, the newer name first.
inline constexpr std::array<std::string_view, 2> limits_of_output{"/max_completion_tokens",
                                                                  "/max_tokens"};

[[nodiscard]] std::optional<Demand> ask_output(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_output(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_output(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_output(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_shortage(const Demand& demand, const Check& check); // "8 < 9"

[[nodiscard]] std::optional<Demand> ask_context(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_context(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_context(const Demand& demand, const Check& check);
[[nodiscard]] std::string brief_context(const Demand& demand, const Check& check);

// The comparison behind judge_price() and edit_price().
[[nodiscard]] Judgement compare_price(const Demand& demand,
                                      std::optional<service::NumberView> price, int powers_of_ten);
[[nodiscard]] Edit raised_price(const Demand& demand, std::optional<service::NumberView> price,
                                int powers_of_ten);

template <auto Price, int PowersOfTen>
std::optional<Judgement> judge_price(const Inquiry& inquiry) {
  return compare_price(inquiry.demand, inquiry.endpoint.pricing.*Price, PowersOfTen);
}

template <auto Price, int PowersOfTen>
std::optional<Edit> edit_price(const Inquiry& inquiry) {
  return raised_price(inquiry.demand, inquiry.endpoint.pricing.*Price, PowersOfTen);
}

// Returns the parameters of the body that the endpoint does not support; nothing if the listing
// does not say what it supports.
[[nodiscard]] std::optional<std::vector<std::string>>
unsupported_by(const service::Endpoint& endpoint, const Question& question);

// Returns a known price: present, decimal and not negative.
[[nodiscard]] std::optional<Decimal> known_price(std::optional<service::NumberView> price);

// Returns what a request of that size costs in USD, exactly; nothing if it is unknown.
[[nodiscard]] std::optional<Decimal> cost_of(const service::Endpoint& endpoint,
                                             const Premises& premises);

// Returns the cost ranges of the judged endpoints.
[[nodiscard]] GroupCost group_cost(const std::vector<Judged>& endpoints);

} // namespace mrctl::explain
