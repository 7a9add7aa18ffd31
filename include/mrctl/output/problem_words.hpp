#pragma once

#include "mrctl/base/problem.hpp"

#include <string>
#include <string_view>

namespace mrctl::output {

// Returns the escaped location of a problem: "a.yaml:3:5", "--set provider.sort", "mrctl".
[[nodiscard]] std::string location(const Problem& problem);

// Returns what to do, as a sentence; a suggestion of one word, or of JSON, is what
// was most likely meant.
[[nodiscard]] std::string advice(std::string_view suggestion);

} // namespace mrctl::output
