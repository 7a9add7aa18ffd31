#pragma once

#include "mrctl/help/topics.hpp"

#include <vector>

namespace mrctl::help {

// Returns every exit code and what it means.
[[nodiscard]] std::vector<HelpLine> exit_code_lines();

// Returns every variable that mrctl reads. Those that mean the same share a line: "LC_ALL, LANG".
[[nodiscard]] std::vector<TopicPart> variable_parts();

} // namespace mrctl::help
