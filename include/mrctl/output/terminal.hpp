#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::output {

enum class Colour { off, on };
enum class Charset { ascii, utf8 };

// Which problems show the id of their rule, which `mrctl help` explains.
enum class RuleIds { of_single_problem, of_all };

// The capabilities of an output stream.
struct Terminal {
  std::optional<int> width; // in columns; none: not a terminal, nothing is shortened or hidden
  Colour colour = Colour::off;
  Charset charset = Charset::utf8;
  RuleIds rule_ids = RuleIds::of_single_problem;
};

enum class Style { plain, bold, dim, error, warning, key, string, number, literal };

// Returns the text in the style, or the text itself if colour is off.
[[nodiscard]] std::string styled(std::string_view text, Style style, const Terminal& terminal);

// Returns the mark for a null or missing value: "–", or "-".
[[nodiscard]] std::string_view absent(const Terminal& terminal);

// Returns the mark for omitted text: "…", or "...".
[[nodiscard]] std::string_view ellipsis(const Terminal& terminal);

// Replaces these marks and "→", which other rooms write into masked keys and messages, by what the
// terminal can show.
[[nodiscard]] std::string with_plain_marks(std::string text, const Terminal& terminal);

} // namespace mrctl::output
