#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::render {

enum class Colour { off, on };
enum class Charset { ascii, utf8 };

// What the stream that a text goes to can show.
struct Terminal {
  std::optional<int> width; // in columns; none: not a terminal, nothing is shortened or hidden
  Colour colour = Colour::off;
  Charset charset = Charset::utf8;
};

enum class Style { plain, bold, dim, error, warning, key, string, number, literal };

// Returns the text in the style, or the text itself where colour is off.
[[nodiscard]] std::string styled(std::string_view text, Style style, const Terminal& terminal);

// What stands for a value that is null or missing: "–", or "-".
[[nodiscard]] std::string_view absent(const Terminal& terminal);

// What stands for text that was left out: "…", or "...".
[[nodiscard]] std::string_view ellipsis(const Terminal& terminal);

// Returns the text with such marks, as other rooms write them into masked keys and messages, in
// what the terminal can show.
[[nodiscard]] std::string with_plain_marks(std::string text, const Terminal& terminal);

} // namespace mrctl::render
