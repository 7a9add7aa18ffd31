#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mrctl::config {

// The environment variables of the process. Only app reads them from the system.
struct Environment {
  std::map<std::string, std::string, std::less<>> variables;
};

// Returns the variable's text; empty if it is unset, which means the same as empty.
[[nodiscard]] std::string_view variable_of(const Environment& environment, std::string_view name);

} // namespace mrctl::config
