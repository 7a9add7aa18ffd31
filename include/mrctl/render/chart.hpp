#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/render/terminal.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::render {

// What a bar shows: solid from zero to `low`, shaded from there to `high`. A bar for one number has
// it twice.
struct Extent {
  Decimal low;
  Decimal high;
};

// A line for each row of the grid: its cells, then its bar. The last column holds numbers, which
// lines the bars up.
struct Chart {
  Grid grid;
  std::vector<std::optional<Extent>> bars; // one for each row; none: there is nothing to draw
};

// Draws the chart, without the titles of the columns. All bars have the scale of the largest one,
// which takes what the terminal leaves; 80 columns where there is none. Text is shortened for the
// bars down to a few letters; where that does not suffice, there are no bars. Numbers below zero
// are not drawn, zero is an empty bar, and anything above zero can be seen.
[[nodiscard]] std::string chart(const Chart& chart, const Terminal& terminal);

} // namespace mrctl::render
