#pragma once

#include "mrctl/base/problem.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>

namespace mrctl::output {

// Draws the line of the place, and a line below that marks the place. Long lines are cut around the
// mark. Empty if the place has no line.
[[nodiscard]] std::string excerpt(const Place& place, const Terminal& terminal);

} // namespace mrctl::output
