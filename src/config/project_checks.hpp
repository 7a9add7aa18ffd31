#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/project.hpp"

namespace mrctl::config {

// Returns what does not hold between the keys of a project file: names that it does not define,
// targets, gates and waivers that say the same, conditions that need others.
[[nodiscard]] Problems problems_between_keys(const Project& project);

} // namespace mrctl::config
