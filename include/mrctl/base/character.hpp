#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// Returns the code point of one character of valid UTF-8.
[[nodiscard]] constexpr unsigned code_point_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  unsigned code = first & (0x7FU >> character.size());
  for (const char c : character.substr(1))
    code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// Returns whether a text has a character that people see: no space, no mark that only directs or
// joins other characters, and no filler.
[[nodiscard]] bool has_visible_character(std::string_view text);

// Returns a text without the characters that nobody sees: spaces at its ends go, and any other
// space, such as U+00A0, is a plain one.
[[nodiscard]] std::string visible_text(std::string_view text);

// Returns "U+200B at the end": the character of a text at that byte, and where it is.
[[nodiscard]] std::string character_words(std::string_view text, std::size_t at);

} // namespace mrctl
