#pragma once

#include <string_view>
#include <vector>

namespace mrctl::explain {

// A check, and when it passes, for people: "ignore", "no entry matches the endpoint".
struct CheckMeaning {
  std::string_view code;
  std::string_view says;
};

// Returns all checks, in the order of the table of checks.
[[nodiscard]] std::vector<CheckMeaning> check_meanings();

} // namespace mrctl::explain
