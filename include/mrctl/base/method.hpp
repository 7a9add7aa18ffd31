#pragma once

#include <string_view>

namespace mrctl {

// Returns whether a method, or an operation that begins with one ("GET /byok/…"), is a read.
[[nodiscard]] constexpr bool changes_nothing(std::string_view operation) {
  const auto method = operation.substr(0, operation.find(' '));
  return method == "GET" || method == "HEAD";
}

} // namespace mrctl
