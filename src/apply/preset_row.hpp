#pragma once

#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::apply {

// The rows of preset plan and preset apply: a slug, a word and versions, in columns.

// Columns between a slug and what follows it.
inline constexpr std::size_t slug_gap = 3;

// Returns the longest slug that still gets a column; longer ones push the rest of their row.
[[nodiscard]] std::size_t longest_aligned_slug(const output::Terminal& terminal);

// Returns a safe row in a style, wrapped to the terminal; every line is ended.
[[nodiscard]] std::string row_lines(std::string_view row, output::Style style,
                                    const output::Terminal& terminal);

} // namespace mrctl::apply
