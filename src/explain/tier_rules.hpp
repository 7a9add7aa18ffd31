#pragma once

#include "rules.hpp"

namespace mrctl::explain {

// Tier endpoints are used only if a body requests them.
[[nodiscard]] std::optional<Demand> ask_tier(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_tier(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_tier(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_tier(const Demand& demand, const Check& check);

// A service may send a request for flex to flex endpoints only.
[[nodiscard]] std::optional<Demand> ask_service_tier(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_service_tier(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_service_tier(const Demand& demand, const Check& check);

// A body that forbids fallbacks reaches only the endpoints that its order names, or the first by
// its sort.
[[nodiscard]] std::optional<Demand> ask_fallbacks(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<Judgement> judge_fallbacks(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_fallbacks(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_fallbacks(const Demand& demand, const Check& check);

} // namespace mrctl::explain
