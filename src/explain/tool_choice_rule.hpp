#pragma once

#include "mrctl/explain/explain.hpp"

#include "rules.hpp"

#include <optional>
#include <string>

namespace mrctl::explain {

// An endpoint may refuse some forms of tool_choice.
[[nodiscard]] std::optional<RuleResult> judge_tool_choice(const Inquiry& inquiry);
[[nodiscard]] std::string brief_tool_choice(const Demand& demand, const Check& check);
[[nodiscard]] std::string words_of_tool_choice(const Demand& demand, const Check& check);

} // namespace mrctl::explain
