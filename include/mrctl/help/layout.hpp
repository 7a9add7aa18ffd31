#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// A name and what it means: a flag, a variable, a code, a format.
struct HelpLine {
  std::string name;
  std::string says;
};

// Texts are plain ASCII, so that a byte is a column.

struct Indent {
  std::size_t first = 0;
  std::size_t next = 0; // of the lines after the first one
};

// Returns one paragraph, wrapped as output::wrapped() does, and ended by a line break.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t width, Indent indent);

inline constexpr std::size_t margin = 2;

// Returns the lines in two columns; a left side that is too wide gets its own line. If there is no
// room for two columns, each meaning goes below its name.
[[nodiscard]] std::string columns(const std::vector<HelpLine>& lines, std::size_t width,
                                  std::size_t indent = margin);

// Returns "\nTITLE:\n" and the columns; nothing if there are no lines.
[[nodiscard]] std::string section(std::string_view title, const std::vector<HelpLine>& lines,
                                  std::size_t width);

// Part of a text of the tables: a paragraph, or rows of names and what they mean.
struct Block {
  std::string paragraph;
  std::vector<HelpLine> rows;
};

// Reads such a text: a line is a paragraph, empty lines part them, and lines that begin with two
// spaces are rows: "  NAME  what it means".
[[nodiscard]] std::vector<Block> blocks_of(std::string_view text);

// Returns the text with its paragraphs and rows laid out.
[[nodiscard]] std::string laid_out(std::string_view text, std::size_t width, std::size_t indent);

// Returns a comment of a shell, each of its lines.
[[nodiscard]] std::string comment(std::string_view text, std::size_t width, std::size_t indent);

// Returns a command line that can be pasted: a line that is too wide is continued after a
// backslash, between two of its arguments, and not between a flag and its value.
[[nodiscard]] std::string command_line(std::string_view command, std::size_t width,
                                       std::size_t indent);

} // namespace mrctl::help
