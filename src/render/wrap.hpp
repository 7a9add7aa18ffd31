#pragma once

#include "mrctl/render/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// Returns a safe text of one line in lines of at most `width` columns, all but the first indented.
// They are broken at spaces, which go, behind commas, and inside words that are longer than a line.
// There is at least one line, and on each at least one character.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width,
                                               std::size_t indent = 0);

// Returns a safe text of one line as it is off a terminal, else wrapped to its width; every line
// ends in a line break.
[[nodiscard]] std::string wrapped_lines(std::string_view text, const Terminal& terminal,
                                        std::size_t indent);

} // namespace mrctl::render
