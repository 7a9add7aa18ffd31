#pragma once

#include <string>

namespace mrctl::papers {

// Returns docs/rules.md: every rule and its meaning, and the checks of each field.
[[nodiscard]] std::string rules_paper();

} // namespace mrctl::papers
