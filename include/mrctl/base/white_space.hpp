#pragma once

#include <string_view>

namespace mrctl {

// Inside a line.
inline constexpr std::string_view blanks = " \t";

// What JSON, YAML and HTTP count as white space.
inline constexpr std::string_view white_space = " \t\r\n";

// What C counts as white space.
inline constexpr std::string_view any_white_space = " \t\r\n\f\v";

// Returns the text without these characters at its ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 std::string_view characters = white_space) {
  const auto begin = text.find_first_not_of(characters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

} // namespace mrctl
