#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// An escape sequence in a string of JSON: how many bytes it takes, and the character it means.
struct JsonEscape {
  std::size_t length = 0; // 0: it is not one
  char32_t character = 0;
};

// Reads the escape sequence that begins a text, both halves of a surrogate pair.
[[nodiscard]] JsonEscape read_escape(std::string_view text);

// Returns a character in UTF-8.
[[nodiscard]] std::string utf8_of(char32_t character);

} // namespace mrctl
