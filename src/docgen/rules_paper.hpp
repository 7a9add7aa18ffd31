#pragma once

#include <string>

namespace mrctl::docgen {

// Returns docs/rules.md: every rule, what it means, and what is checked of which field.
[[nodiscard]] std::string rules_paper();

} // namespace mrctl::docgen
