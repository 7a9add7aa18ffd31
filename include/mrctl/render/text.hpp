#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::render {

// Returns the text with everything that a terminal might act on, or hide, made visible: controls,
// escapes, bidirectional and zero-width marks, line and paragraph separators, and bytes that are
// not UTF-8, as "\n", "\x1b", "\u202e"; and so is the beginning of what a CI service would take for
// a command, such as "::error::". Every text from outside goes through here in every human format.
[[nodiscard]] std::string safe_text(std::string_view text);

// Returns safe_text() of each line, with the line breaks kept and carriage returns before them
// dropped.
[[nodiscard]] std::string safe_lines(std::string_view text);

// Returns safe_lines() with tabs kept too: text that its author has laid out.
[[nodiscard]] std::string safe_layout(std::string_view text);

// Returns a JSON string, as it is written, with all of that in JSON's own escapes: the same value.
[[nodiscard]] std::string safe_json_string(std::string_view token);

// Returns the text with control characters and bytes that are not UTF-8 made visible, but for the
// allowed ones; everything else is as it was. For csv and tsv.
[[nodiscard]] std::string without_controls(std::string_view text, std::string_view allowed);

// Returns the columns that the text takes on a terminal: two for wide characters, none for
// combining marks. The text must be safe.
[[nodiscard]] std::size_t display_width(std::string_view text);

// Returns the longest beginning of a safe text that takes at most `width` columns; combining marks
// stay with their letter.
[[nodiscard]] std::string_view leading_columns(std::string_view text, std::size_t width);

// Returns the longest end of a safe text that takes at most `width` columns.
[[nodiscard]] std::string_view trailing_columns(std::string_view text, std::size_t width);

// Returns a safe text as it is where it fits, or shortened to `width` columns with the mark at its
// end.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t width,
                                    std::string_view ellipsis);

} // namespace mrctl::render
