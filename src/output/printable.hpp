#pragma once

#include <algorithm>
#include <string_view>

namespace mrctl::output {

// Returns whether a character of ASCII takes one column and needs no escape.
[[nodiscard]] constexpr bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

[[nodiscard]] constexpr bool is_printable_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_printable);
}

} // namespace mrctl::output
