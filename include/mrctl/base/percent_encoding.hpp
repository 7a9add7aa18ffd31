#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Returns the value of a hexadecimal digit, or -1 for another character.
[[nodiscard]] constexpr int value_of_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Returns the byte that an escape such as "%2F" at the beginning of the text stands for, or nothing
// if there is none.
[[nodiscard]] std::optional<char> escaped_byte(std::string_view text);

// Decodes every escape that is one; broken ones stay.
[[nodiscard]] std::string percent_decoded(std::string_view text);

} // namespace mrctl
