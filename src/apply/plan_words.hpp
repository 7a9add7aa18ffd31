#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::apply {

// Returns an explanation of an action whose name is not enough; else empty.
[[nodiscard]] std::string_view remark_on(const Planned& preset);

// Returns the class of a page's style for a tone.
[[nodiscard]] constexpr std::string_view style_of(Tone tone) {
  switch (tone) {
  case Tone::good:
    return "good";
  case Tone::doubtful:
    return "warn";
  case Tone::bad:
    return "bad";
  case Tone::quiet:
    break;
  }
  return "dim";
}

// The rows of preset plan and preset apply: a slug, a word and versions, in columns.

// Columns between a slug and what follows it.
inline constexpr std::size_t slug_gap = 3;

// Returns the longest slug that still gets a column; longer ones push the rest of their row.
[[nodiscard]] std::size_t longest_aligned_slug(const output::Terminal& terminal);

// Returns a safe row in a style, wrapped to the terminal; every line is ended.
[[nodiscard]] std::string row_lines(std::string_view row, output::Style style,
                                    const output::Terminal& terminal);

} // namespace mrctl::apply
