#include "mrctl/output/chart.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace mrctl::output {

namespace {

constexpr std::string_view bar_gap = "  ";
constexpr std::size_t narrowest_bar = 8;
constexpr std::size_t width_of_no_terminal = 80;

// The resolution and the characters of a character set.
struct Ink {
  std::size_t steps;                       // in one column
  std::array<std::string_view, 9> partial; // by steps; [steps] is a full column
  std::string_view shade;
};

constexpr Ink blocks{8, {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"}, "░"};
constexpr Ink letters{1, {"", "#"}, "-"};

// The drawn cells of the rows, and the columns left for bars.
struct LeftSide {
  std::string text;
  std::size_t room = 0;
};

// All lines of a table have the same width if the last column is numbers.
LeftSide beside_bars(const Table& drawn, std::size_t width) {
  const auto taken = display_width(drawn.text.substr(0, drawn.text.find('\n'))) + bar_gap.size();
  return {drawn.text, width - std::min(taken, width)};
}

LeftSide left_side(const Grid& grid, const Terminal& terminal) {
  const auto drawn_in = [&](std::optional<int> width) {
    return table(grid, {width, Colour::off, terminal.charset}, HeaderRow::hidden);
  };
  if (!terminal.width) {
    auto left = beside_bars(drawn_in({}), width_of_no_terminal);
    left.room = std::max(left.room, narrowest_bar);
    return left;
  }
  const int for_bars = static_cast<int>(bar_gap.size() + narrowest_bar);
  if (const auto drawn = drawn_in(*terminal.width - for_bars); drawn.hidden.empty())
    if (auto left = beside_bars(drawn, static_cast<std::size_t>(std::max(0, *terminal.width)));
        left.room >= narrowest_bar)
      return left;
  auto drawn = drawn_in(terminal.width);
  return {drawn.hidden.empty() ? std::move(drawn.text) : drawn_in({}).text, 0};
}

// The scale of all bars: the value of the longest one.
struct Scale {
  Decimal most;
  double whole = 0;
};

bool can_be_drawn(const std::optional<Extent>& bar) {
  return bar && !bar->low.is_negative() && !bar->high.is_negative();
}

Scale scale_of(const std::vector<std::optional<Extent>>& bars) {
  const Decimal zero;
  const Decimal* highest = &zero;
  for (const auto& bar : bars)
    if (can_be_drawn(bar) && *highest < bar->high) highest = &bar->high;
  return {*highest, highest->approximate()};
}

// Returns the value's share of the scale, between 0 and 1, even if a double cannot represent the
// numbers.
double share(const Decimal& value, const Scale& scale) {
  if (std::isinf(scale.whole) || scale.whole == 0) return value == scale.most ? 1 : 0;
  return value.approximate() / scale.whole;
}

std::size_t steps_of(const Decimal& value, const Scale& scale, std::size_t available) {
  if (value.is_zero() || available == 0) return 0;
  const auto half_steps = share(value, scale) * static_cast<double>(2 * available);
  return std::clamp<std::size_t>((static_cast<std::size_t>(half_steps) + 1) / 2, 1, available);
}

std::string draw_chart(const Extent& extent, const Scale& scale, std::size_t room, const Ink& ink) {
  const auto low = steps_of(extent.low, scale, room * ink.steps);
  const auto high = steps_of(extent.high, scale, room * ink.steps);
  std::string out;
  for (std::size_t i = 0; i < low / ink.steps; ++i)
    out += ink.partial[ink.steps];
  out += ink.partial[low % ink.steps];
  const auto begin = (low + ink.steps - 1) / ink.steps;
  const auto end = (high + ink.steps - 1) / ink.steps;
  for (auto i = begin; i < end; ++i)
    out += ink.shade;
  return out;
}

// Returns the length of a bar in percent; a value above zero can be seen.
double percent_of(const Decimal& value, const Scale& scale) {
  return value.is_zero() ? 0 : std::clamp(share(value, scale) * 100, 0.25, 100.0);
}

// Returns "Tag acme/fp8, Cost 0.3", from the cells of the row.
std::string words_of_bar(const Grid& grid, std::size_t row) {
  std::string out;
  for (std::size_t i = 0; i < grid.headings.size(); ++i) {
    const auto& heading = grid.headings[i];
    if (heading.is_prose || heading.title.empty()) continue;
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", heading.title,
                       grid.rows[row][i].value_or("not known"));
  }
  return out;
}

Markup drawing_of(const Extent& bar, const Scale& scale, std::string_view tone,
                  const std::string& words) {
  const auto low = percent_of(bar.low, scale);
  const auto high = percent_of(bar.high, scale);
  auto shapes =
      fmt::format(R"(<rect class="solid{}" y="15%" height="70%" width="{:.2f}%"/>)", tone, low);
  if (high > low)
    shapes +=
        fmt::format(R"(<rect class="span{}" x="{:.2f}%" y="15%" height="70%" width="{:.2f}%"/>)",
                    tone, low, high - low);
  return {fmt::format(R"(<svg role="img" aria-label="{0}"><title>{0}</title>{1}</svg>)",
                      markup_text(words), shapes)};
}

} // namespace

std::string chart(const Chart& chart, const Terminal& terminal) {
  const auto left = left_side(chart.grid, terminal);
  const auto& ink = terminal.charset == Charset::utf8 ? blocks : letters;
  const auto scale = scale_of(chart.bars);
  std::string out;
  const auto lines = lines_in(left.text);
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const auto& bar = chart.bars[i];
    out.append(lines[i]);
    const auto drawn = can_be_drawn(bar) ? draw_chart(*bar, scale, left.room, ink) : std::string();
    if (!drawn.empty()) out.append(bar_gap).append(drawn);
    out += '\n';
  }
  return out;
}

std::vector<Markup> html_bars(const Grid& grid, const std::vector<std::optional<Extent>>& bars) {
  const auto scale = scale_of(bars);
  std::vector<Markup> out(bars.size());
  for (std::size_t i = 0; i < bars.size(); ++i) {
    if (!can_be_drawn(bars[i])) continue;
    const auto tone = grid.tones.empty() ? std::string_view() : look_of(grid.tones[i]).html_class;
    out[i] = drawing_of(*bars[i], scale, tone.empty() ? "" : fmt::format(" {}", tone),
                        words_of_bar(grid, i));
  }
  return out;
}

Markup html_chart(const Chart& chart, std::string_view title) {
  HtmlTable table{chart.grid.headings};
  table.headings.push_back({"bar", ""});
  auto bars = html_bars(chart.grid, chart.bars);
  for (std::size_t i = 0; i < bars.size(); ++i) {
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : chart.grid.rows[i])
      cells.push_back(html_text(cell.value_or("–")));
    cells.push_back(std::move(bars[i]));
  }
  auto drawn = html_table(table);
  drawn.html.replace(0, std::string_view("<table>").size(), "<table class=\"bars\">");
  return Markup{"<figure>"} + html_element("figcaption", "", html_text(title)) + drawn +
         Markup{"</figure>\n"};
}

} // namespace mrctl::output
