#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace mrctl {

// Characters of ASCII, independent of the locale.

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool is_upper_case(char c) {
  return c >= 'A' && c <= 'Z';
}

[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_upper_case(c);
}

[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}

// Returns whether a character of ASCII can be seen: no space, and nothing that controls.
[[nodiscard]] constexpr bool is_visible_ascii(char c) {
  return c > ' ' && c <= '~';
}

[[nodiscard]] constexpr char lower_case(char c) {
  return is_upper_case(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr char upper_case(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = lower_case(c);
  return out;
}

[[nodiscard]] inline std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = upper_case(c);
  return out;
}

[[nodiscard]] inline bool equal_ignoring_case(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower_case(a) == lower_case(b); });
}

} // namespace mrctl
