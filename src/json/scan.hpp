#pragma once

#include <cstddef>
#include <string_view>

namespace mrctl {

// Shared by the functions that scan JSON.

// Not JSON, and skipped where it stands in front of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

[[nodiscard]] constexpr bool is_json_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Returns the position after the closing quote of the string whose opening quote is at `at`; the
// end of the text if it is not closed. Searching for quotes is several times faster than checking
// each character, and half of an answer is strings.
[[nodiscard]] inline std::size_t end_of_json_string(std::string_view text, std::size_t at) {
  for (auto end = text.find('"', at + 1); end != text.npos; end = text.find('"', end + 1)) {
    auto escapes = end;
    while (text[escapes - 1] == '\\')
      --escapes;
    if ((end - escapes) % 2 == 0) return end + 1;
  }
  return text.size();
}

} // namespace mrctl
