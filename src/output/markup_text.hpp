#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace mrctl::output {

// Returns the text for use in XML 1.0 and HTML, between tags and inside quotes: as safe_text()
// (text.hpp), which leaves no character that XML forbids, with `&<>"'` as entities. Line breaks are
// escaped.
[[nodiscard]] std::string markup_text(std::string_view text);

// Returns the text as markup, with its line breaks kept.
[[nodiscard]] std::string markup_lines(std::string_view text);

// Returns the text as safe_text() (text.hpp), with Markdown syntax escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

// Returns whether a character of ASCII takes one column and needs no escape.
[[nodiscard]] constexpr bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

[[nodiscard]] constexpr bool is_printable_ascii(std::string_view text) {
  return std::ranges::all_of(text, is_printable);
}

} // namespace mrctl::output
