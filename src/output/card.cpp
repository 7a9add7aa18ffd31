#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mrctl::output {

namespace {

using Lines = std::vector<std::string>;

constexpr std::size_t title_gap = 2;

// A longer title, which only an unknown member can have, gets its own line.
constexpr std::size_t widest_title = 24;

// On a narrower terminal, values exceed its width.
constexpr std::size_t narrowest_value = 8;

std::size_t width_of_titles(const std::vector<CardLine>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) {
    const auto title = display_width(safe_text(line.title));
    if (title <= widest_title) width = std::max(width, title);
  }
  return width;
}

std::string without_last(std::string text, char c) {
  text.erase(text.find_last_not_of(c) + 1);
  return text;
}

std::string value_of(const CardLine& line, const Terminal& terminal) {
  if (!line.text) return std::string(absent(terminal));
  if (line.kind != CellKind::lines) return with_plain_marks(safe_text(*line.text), terminal);
  return without_last(safe_lines(*line.text), '\n');
}

// A card is always complete, because people use it to see everything. The wrapped lines of a value
// that has several lines are indented.
Lines fitted(std::string_view text, CellKind kind, const Terminal& terminal, std::size_t indent) {
  const auto lines = split(text, '\n');
  if (!terminal.width) return {lines.begin(), lines.end()};
  const std::size_t hanging = kind == CellKind::lines ? 2 : 0;
  const auto width = static_cast<std::size_t>(std::max(1, *terminal.width));
  const auto available = std::max(narrowest_value, width - std::min(width, indent));
  Lines out;
  for (const auto& line : lines)
    append(out, wrapped(line, available, hanging));
  return out;
}

// Returns the title before a value, on its own lines if it is too long.
std::string drawn_title(std::string_view title, const Terminal& terminal, std::size_t indent) {
  const auto width = display_width(title);
  if (width + title_gap <= indent)
    return styled(title, Style::dim, terminal) + std::string(indent - width, ' ');
  std::string out;
  for (const auto& part : fitted(title, CellKind::lines, terminal, 0))
    out += styled(part, Style::dim, terminal) + "\n";
  return out + std::string(indent, ' ');
}

} // namespace

std::string card(const std::vector<CardLine>& lines, const Terminal& terminal) {
  const auto indent = width_of_titles(lines) + title_gap;
  std::string out;
  for (const auto& line : lines) {
    auto margin = drawn_title(safe_text(line.title), terminal, indent);
    for (const auto& part : fitted(value_of(line, terminal), line.kind, terminal, indent)) {
      out += without_last(margin + part, ' ') + "\n";
      margin.assign(indent, ' ');
    }
  }
  return out;
}

Grid grid_of_cards(const std::vector<std::vector<CardLine>>& cards) {
  Grid grid;
  const auto column_of = [&](const CardLine& line) {
    auto& headings = grid.headings;
    auto name = line.name.empty() ? lower_case(line.title) : line.name;
    std::ranges::replace(name, ' ', '_');
    const auto found = std::ranges::find(headings, name, &Heading::name);
    const auto column = static_cast<std::size_t>(found - headings.begin());
    if (found == headings.end())
      headings.push_back({std::move(name), line.title, line.kind, headings.empty()});
    return column;
  };
  for (const auto& lines : cards) {
    auto& row = grid.rows.emplace_back();
    for (const auto& line : lines) {
      const auto column = column_of(line);
      row.resize(grid.headings.size());
      row[column] = line.text;
    }
  }
  for (auto& row : grid.rows)
    row.resize(grid.headings.size());
  return grid;
}

} // namespace mrctl::output
