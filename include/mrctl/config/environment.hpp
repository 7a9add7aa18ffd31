#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mrctl::config {

// Every environment variable that the process was given. Only app asks the system for them.
struct Environment {
  std::map<std::string, std::string, std::less<>> variables;
};

// Returns the variable's text; empty where it is not set, which is the same as set to nothing.
[[nodiscard]] std::string_view variable_of(const Environment& environment, std::string_view name);

} // namespace mrctl::config
