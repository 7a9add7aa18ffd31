#pragma once

#include "rules.hpp"

namespace mrctl::explain {

// Prices are compared in the unit of the body's member: USD per million tokens, per image, per
// request.
template <auto Price, int PowersOfTen>
[[nodiscard]] std::optional<Judgement> judge_price(const Inquiry& inquiry);
template <auto Price, int PowersOfTen>
[[nodiscard]] std::optional<Edit> edit_price(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_price(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<Demand> ask_parameters(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_parameters(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_parameters(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_parameters(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<Demand> ask_output(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_output(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_output(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_output(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<Demand> ask_context(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_context(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_context(const Demand& demand, const Check& check);

// The comparison behind judge_price() and edit_price().
[[nodiscard]] Judgement
compare_price(const Demand& demand, const std::optional<service::Number>& price, int powers_of_ten);
[[nodiscard]] Edit raised_price(const Demand& demand, const std::optional<service::Number>& price,
                                int powers_of_ten);

template <auto Price, int PowersOfTen>
std::optional<Judgement> judge_price(const Inquiry& inquiry) {
  return compare_price(inquiry.demand, inquiry.endpoint.pricing.*Price, PowersOfTen);
}

template <auto Price, int PowersOfTen>
std::optional<Edit> edit_price(const Inquiry& inquiry) {
  return raised_price(inquiry.demand, inquiry.endpoint.pricing.*Price, PowersOfTen);
}

} // namespace mrctl::explain
