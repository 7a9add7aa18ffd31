#pragma once

#include "mrctl/output/terminal.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// Returns the text with everything escaped that a terminal might act on or hide: controls, escapes,
// bidirectional and zero-width marks, line and paragraph separators, and bytes that are not UTF-8,
// as "\n", "\x1b", "\u202e"; and the beginning of what a CI service would take for a command, such
// as "::error::". All untrusted text passes through this function in all formats for people.
[[nodiscard]] std::string safe_text(std::string_view text);

// Returns safe_text() of each line, with the line breaks kept and carriage returns before them
// dropped.
[[nodiscard]] std::string safe_lines(std::string_view text);

// Returns safe_lines() of a text with a layout, whose tabs are kept.
[[nodiscard]] std::string safe_layout(std::string_view text);

// Returns a written JSON string as safe_text() makes it, but with JSON's escapes, so that its value
// is the same.
[[nodiscard]] std::string safe_json_string(std::string_view token);

// Returns the text with control characters (except allowed ones) and invalid UTF-8 escaped. For csv
// and tsv.
[[nodiscard]] std::string without_controls(std::string_view text, std::string_view allowed);

// Returns the number of columns of the text on a terminal: two for wide characters, none for
// combining marks. The text must be safe.
[[nodiscard]] std::size_t display_width(std::string_view text);

// Returns a safe text with spaces up to `width` columns, and at least `gap` of them.
[[nodiscard]] std::string padded(std::string_view text, std::size_t width, std::size_t gap = 0);

// Returns the longest beginning of a safe text that takes at most `width` columns; combining marks
// stay with their letter.
[[nodiscard]] std::string_view leading_columns(std::string_view text, std::size_t width);

// Returns the longest end of a safe text that takes at most `width` columns.
[[nodiscard]] std::string_view trailing_columns(std::string_view text, std::size_t width);

// Returns a safe text, shortened to `width` columns with the mark at its end if it does not fit.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width,
                                    std::string_view ellipsis);

// Returns the width of wrapped text: that of the terminal, but never too narrow to read; 80 columns
// without one, because people read logs.
[[nodiscard]] std::size_t page_width(const Terminal& terminal);

// Wraps a safe text of one line to lines of at most `width` columns, all but the first indented.
// Breaks at spaces, which are removed, after commas, and inside words that are longer than a line,
// there in front of '[' or after one of "|/-=" if possible.
// Returns at least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width,
                                               std::size_t indent = 0);

// Wraps a safe text of one line to the terminal; without a terminal, it stays one line. Every line
// ends in a line break.
[[nodiscard]] std::string wrapped_lines(std::string_view text, const Terminal& terminal,
                                        std::size_t indent);

// Returns a help text with bold headings: lines that end in a colon, and the word "Usage:".
[[nodiscard]] std::string with_bold_headings(std::string_view text, const Terminal& terminal);

// Returns the text for use in XML 1.0 and HTML, between tags and inside quotes: as safe_text(),
// which leaves no character that XML forbids, with `&<>"'` as entities. Line breaks are escaped.
[[nodiscard]] std::string markup_text(std::string_view text);

// Returns the text as markup, with its line breaks kept.
[[nodiscard]] std::string markup_lines(std::string_view text);

// Returns the text as safe_text(), with Markdown syntax escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

// Returns whether a character of ASCII takes one column and needs no escape.
[[nodiscard]] constexpr bool is_printable(char c) {
  return c >= ' ' && c <= '~';
}

[[nodiscard]] constexpr bool is_printable_ascii(std::string_view text) {
  return std::ranges::all_of(text, is_printable);
}

} // namespace mrctl::output
