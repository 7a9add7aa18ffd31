#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// An escape sequence in a string of JSON: how many bytes it takes, and the character it means.
struct JsonEscape {
  std::size_t length = 0; // 0: it is not one
  char32_t character = 0;
};

inline constexpr auto meanings_of_letters = [] {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
  std::array<unsigned char, 256> table{};
  for (std::size_t i = 0; i < letters.size(); ++i)
    table[static_cast<unsigned char>(letters[i])] = static_cast<unsigned char>(characters[i]);
  return table;
}();

// Returns what a letter behind a backslash means, or 0.
[[nodiscard]] constexpr unsigned char meaning_of_letter(char letter) {
  return meanings_of_letters[static_cast<unsigned char>(letter)];
}

// Reads the escape sequence that begins a text, both halves of a surrogate pair.
[[nodiscard]] JsonEscape read_escape(std::string_view text);

// Returns a character in UTF-8.
[[nodiscard]] std::string utf8_of(char32_t character);

} // namespace mrctl
