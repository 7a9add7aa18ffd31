#pragma once

#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// Returns the width of wrapped text: that of the terminal, but never too narrow to read; 80 columns
// without one, because people read logs.
[[nodiscard]] std::size_t page_width(const Terminal& terminal);

// Wraps a safe text of one line to lines of at most `width` columns, all but the first indented.
// Breaks at spaces, which are removed, after commas, and inside words that are longer than a line.
// Returns at least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width,
                                               std::size_t indent = 0);

// Wraps a safe text of one line to the terminal; without a terminal, it stays one line. Every line
// ends in a line break.
[[nodiscard]] std::string wrapped_lines(std::string_view text, const Terminal& terminal,
                                        std::size_t indent);

} // namespace mrctl::output
