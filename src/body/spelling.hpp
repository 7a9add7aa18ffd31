#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Texts in which characters may be escaped as in JSON.
namespace mrctl::body {

// A character, and how many bytes of the text spell it.
struct Spelled {
  char character = '\0'; // for all beyond ASCII, a character that no key has
  std::size_t size = 0;  // 0 at the end of the text
};

[[nodiscard]] Spelled spelled_at(std::string_view text, std::size_t at);

// Returns where the character before a place begins.
[[nodiscard]] std::size_t place_before(std::string_view text, std::size_t at);

// Returns whether a word begins at a place. A "\n" that is spelled out ends a word like a line
// break.
[[nodiscard]] bool begins_word(std::string_view text, std::size_t at);

// Returns where the text ends that is spelled from `begin` on; 0 if another one is.
[[nodiscard]] std::size_t end_of_spelling(std::string_view text, std::size_t begin,
                                          std::string_view what);

// Returns the text that a part stands for.
[[nodiscard]] std::string without_escapes(std::string_view text);

} // namespace mrctl::body
