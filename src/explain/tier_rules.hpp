#pragma once

#include "mrctl/explain/explain.hpp"

#include "rules.hpp"

#include <optional>
#include <string>

namespace mrctl::explain {

// Tier endpoints are used only if a body requests them.
[[nodiscard]] std::optional<Demand> ask_tier(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_tier(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_tier(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_tier(const Demand& demand, const Check& check);

// A service may send a request for flex to flex endpoints only.
[[nodiscard]] std::optional<Demand> ask_service_tier(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_service_tier(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_service_tier(const Demand& demand, const Check& check);

} // namespace mrctl::explain
