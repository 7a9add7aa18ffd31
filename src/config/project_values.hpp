#pragma once

#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace mrctl::config {

// Returns what the project file sets for its chosen target, each with its line, in the order of the
// tables of keys; lists are JSON arrays. The file itself is the value of "project", the chosen
// target that of "target".
[[nodiscard]] std::vector<NamedValue> project_values(const Project& project);

// Returns one of them, or nothing.
[[nodiscard]] std::optional<Value> project_value(const Project& project, std::string_view key);

} // namespace mrctl::config
