#pragma once

#include "mrctl/papers/papers.hpp"

#include <vector>

namespace mrctl::papers {

// Returns the manual pages as mdoc(7): "man/mrctl.1" of mrctl as a whole, then one for each command
// ("man/mrctl-preset-create.1").
[[nodiscard]] std::vector<Paper> man_pages();

} // namespace mrctl::papers
