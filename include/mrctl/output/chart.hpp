#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// The ends of a bar: solid from zero to `low`, shaded from there to `high`. For one number, both
// are equal.
struct Extent {
  Decimal low;
  Decimal high;
};

// A line for each row of the grid: its cells, then its bar. The last column must be numbers, which
// aligns the bars.
struct Chart {
  Grid grid;
  std::vector<std::optional<Extent>> bars; // one for each row; none: nothing to draw
};

// Draws the chart, without the titles of the columns. The largest bar takes the remaining width of
// the terminal, or of 80 columns without one, and sets the scale. Text is shortened to a few
// letters to make room; if that is not enough, there are no bars. Negative numbers are not drawn,
// zero is an empty bar, and any positive number is visible.
[[nodiscard]] std::string chart(const Chart& chart, const Terminal& terminal);

// Returns a bar for each row of the grid, in its tone, with a text alternative: what the row says,
// but for prose. Empty where there is nothing to draw.
[[nodiscard]] std::vector<Markup> html_bars(const Grid& grid,
                                            const std::vector<std::optional<Extent>>& bars);

// Returns the chart: a line for each row, with a bar that has a text alternative.
[[nodiscard]] Markup html_chart(const Chart& chart, std::string_view title);

} // namespace mrctl::output
