#pragma once

#include "mrctl/explain/explain.hpp"

#include "rules.hpp"

#include <optional>
#include <string>

namespace mrctl::explain {

// Policies of providers, which no listing shows.
[[nodiscard]] std::optional<Demand> when_deny(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> not_in_listing(const Inquiry& inquiry);
[[nodiscard]] std::optional<RuleResult> judge_by_list(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_collection(const Demand& demand, const Check& check);
[[nodiscard]] std::string words_of_retention(const Demand& demand, const Check& check);
[[nodiscard]] std::string words_of_distillation(const Demand& demand, const Check& check);

} // namespace mrctl::explain
