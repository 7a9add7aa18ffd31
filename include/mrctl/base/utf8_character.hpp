#pragma once

#include <cstddef>
#include <string_view>

namespace mrctl {

// Returns whether the byte is inside a multi-byte character, not at its beginning.
[[nodiscard]] constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Returns how many bytes the first character of a text takes, or 0 if it is not valid UTF-8: cut
// off, too long a form, a surrogate, or beyond U+10FFFF (RFC 3629). The text must not be empty.
[[nodiscard]] constexpr std::size_t length_of_character(std::string_view text) {
  const auto continues = [&](std::size_t at) {
    return at < text.size() && is_continuation(text[at]);
  };
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !continues(1)) return 0;
  if (first < 0xE0) return 2;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  if (is_overlong || is_beyond || !continues(2)) return 0;
  if (first < 0xF0) return 3;
  return continues(3) ? 4 : 0;
}

} // namespace mrctl
