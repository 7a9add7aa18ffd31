#pragma once

#include "mrctl/explain/explain.hpp"

#include "rules.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::explain {

inline constexpr std::string_view order_pointer = "/provider/order";

// Which providers, tags and quantizations a body allows.
[[nodiscard]] std::optional<RuleResult> judge_only(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_only(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_only(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<RuleResult> judge_ignore(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_ignore(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_ignore(const Demand& demand, const Check& check);

[[nodiscard]] std::optional<RuleResult> judge_quantizations(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_quantizations(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_quantizations(const Demand& demand, const Check& check);

// Returns the edit that appends the endpoint's tag to a list of the body; nothing if it has none.
[[nodiscard]] std::optional<Edit> appended_tag(const Inquiry& inquiry, std::string_view pointer);

// A body that forbids fallbacks reaches only the endpoints that its order names, or the first by
// its sort.
[[nodiscard]] std::optional<Demand> ask_fallbacks(const Question& question, const Rule& rule);
[[nodiscard]] std::optional<RuleResult> judge_fallbacks(const Inquiry& inquiry);
[[nodiscard]] std::optional<Edit> edit_fallbacks(const Inquiry& inquiry);
[[nodiscard]] std::string words_of_fallbacks(const Demand& demand, const Check& check);

} // namespace mrctl::explain
