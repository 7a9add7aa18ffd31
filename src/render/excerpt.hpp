#pragma once

#include "mrctl/base/problem.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>

namespace mrctl::render {

// Draws the line of the place and marks below it what is meant, in two lines, each ended. Long
// lines are cut around the mark. Empty where the place has no line.
[[nodiscard]] std::string excerpt(const Place& place, const Terminal& terminal);

} // namespace mrctl::render
