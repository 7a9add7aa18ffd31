#pragma once

#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// A piece of HTML, balanced and escaped. Only html_text() converts untrusted text to markup, so
// that a page never contains unescaped text.
struct Markup {
  std::string html;

  Markup& operator+=(const Markup& other);
};
[[nodiscard]] Markup operator+(Markup left, const Markup& right);

// Returns the text escaped for people: everything that a browser or a terminal might act on is made
// visible or written as entities.
[[nodiscard]] Markup html_text(std::string_view text);

// What becomes of a line that is longer than the screen is wide. What marks its columns in the line
// below must stay one line.
enum class LongLines { wrapped, scrolled };

// Returns the text as a monospaced block, line by line.
[[nodiscard]] Markup html_lines(std::string_view text, LongLines long_lines = LongLines::wrapped);

// Returns an element around the markup: `html_element("h2", "", html_text(title))`. The name and
// the class must be the program's own words.
[[nodiscard]] Markup html_element(std::string_view name, std::string_view style,
                                  const Markup& inside);

[[nodiscard]] Markup html_paragraph(std::string_view text);

// A table whose cells are already markup.
struct HtmlTable {
  std::vector<Heading> headings;
  std::vector<std::vector<Markup>> rows{};
};

// Returns the table with a sticky header. One of many columns scrolls in a frame of its
// own; on a narrow screen every row is a card.
[[nodiscard]] Markup html_table(const HtmlTable& table);
[[nodiscard]] Markup html_table(const Grid& grid);
[[nodiscard]] Markup html_table(const Records& records);

// Returns the whole page: one file that loads and runs nothing.
[[nodiscard]] std::string html_page(std::string_view title, const Markup& body);

} // namespace mrctl::output
