#include "mrctl/output/html.hpp"

#include "chart_scale.hpp"
#include "markup_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::output {

namespace {

// A value above zero can be seen.
double percent_of(const Decimal& value, const Scale& scale) {
  return value.is_zero() ? 0 : std::clamp(share(value, scale) * 100, 0.25, 100.0);
}

// "acme/fp8: 0.3 to 0.9", from the cells of the row: the last ones are the numbers of the bar.
std::string words_of_bar(const Grid& grid, std::size_t row) {
  std::string out;
  for (std::size_t i = 0; i < grid.headings.size(); ++i) {
    const auto& cell = grid.rows[row][i];
    const auto& before = i == 0 ? "" : ", ";
    out += fmt::format("{}{} {}", before, grid.headings[i].title, cell.value_or("not known"));
  }
  return out;
}

Markup drawing_of(const Extent& bar, const Scale& scale, const std::string& words) {
  const auto low = percent_of(bar.low, scale);
  const auto high = percent_of(bar.high, scale);
  auto shapes = fmt::format(R"(<rect class="solid" y="15%" height="70%" width="{:.2f}%"/>)", low);
  if (high > low)
    shapes +=
        fmt::format(R"(<rect class="span" x="{:.2f}%" y="15%" height="70%" width="{:.2f}%"/>)", low,
                    high - low);
  return {fmt::format(R"(<svg role="img" aria-label="{0}"><title>{0}</title>{1}</svg>)",
                      markup_text(words), shapes)};
}

} // namespace

Markup html_chart(const Chart& chart, std::string_view title) {
  const auto scale = scale_of(chart.bars);
  HtmlTable table{chart.grid.headings};
  table.headings.push_back({"bar", ""});
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : chart.grid.rows[i])
      cells.push_back(html_text(cell.value_or("–")));
    const auto& bar = chart.bars[i];
    cells.push_back(can_be_drawn(bar) ? drawing_of(*bar, scale, words_of_bar(chart.grid, i))
                                      : Markup{});
  }
  auto drawn = html_table(table);
  drawn.html.replace(0, std::string_view("<table>").size(), "<table class=\"bars\">");
  return Markup{"<figure>"} + html_element("figcaption", "", html_text(title)) + drawn +
         Markup{"</figure>\n"};
}

} // namespace mrctl::output
