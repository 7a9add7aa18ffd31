#include "mrctl/output/table.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace mrctl::output {

namespace {

using Line = std::vector<std::string>;
using Widths = std::vector<std::size_t>;

constexpr std::string_view column_gap = "  ";
constexpr std::size_t narrowest_text = 8;

// Names of members, such as pricing.web_search, are written as they are.
Line titles_of(const Grid& grid) {
  Line titles;
  for (const auto& heading : grid.headings) {
    const bool is_member = heading.title.find_first_of("._") != std::string::npos;
    titles.push_back(is_member ? safe_text(heading.title) : upper_case(safe_text(heading.title)));
  }
  return titles;
}

// Built each time it is needed, because all lines together take as much memory as the grid.
Line line_of(const std::vector<std::optional<std::string>>& row, const Terminal& terminal) {
  Line line;
  line.reserve(row.size());
  for (const auto& cell : row)
    line.push_back(cell ? safe_text(*cell) : std::string(absent(terminal)));
  return line;
}

Widths natural_widths(const Line& titles, const Grid& grid, const Terminal& terminal,
                      HeaderRow header) {
  Widths widths(titles.size(), 0);
  const auto widen = [&](std::size_t column, std::string_view text) {
    widths[column] = std::max(widths[column], display_width(text));
  };
  for (std::size_t i = 0; header == HeaderRow::shown && i < titles.size(); ++i)
    widen(i, titles[i]);
  for (const auto& row : grid.rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      widen(i, row[i] ? safe_text(*row[i]) : absent(terminal));
  return widths;
}

bool is_text(const Heading& heading) {
  return heading.kind != CellKind::number && heading.kind != CellKind::boolean;
}

Widths narrowest_widths(const Grid& grid, const Widths& natural) {
  Widths widths = natural;
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (const auto& heading = grid.headings[i]; is_text(heading) && !heading.is_identifier)
      widths[i] = std::min(natural[i], narrowest_text);
  return widths;
}

std::size_t total_width(const Widths& widths) {
  const auto gaps = widths.empty() ? 0 : (widths.size() - 1) * column_gap.size();
  return std::accumulate(widths.begin(), widths.end(), gaps);
}

// Shrinks the widest column that can shrink, until the table fits.
void shrink(Widths& widths, const Widths& narrowest, std::size_t available) {
  for (auto total = total_width(widths); total > available; --total) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i)
      if (widths[i] > narrowest[i] && (widest == widths.size() || widths[i] > widths[widest]))
        widest = i;
    if (widest == widths.size()) return;
    --widths[widest];
  }
}

// Returns the widths of the shown columns: all, or the first ones.
Widths fitted_widths(const Grid& grid, Widths widths, std::size_t available) {
  auto narrowest = narrowest_widths(grid, widths);
  while (narrowest.size() > 1 && total_width(narrowest) > available)
    narrowest.pop_back();
  widths.resize(narrowest.size());
  if (widths.size() == 1 && is_text(grid.headings[0]))
    narrowest[0] = std::min(widths[0], narrowest_text);
  shrink(widths, narrowest, available);
  return widths;
}

std::string draw(Line line, const Grid& grid, const Widths& widths, const Terminal& terminal,
                 Tone tone = Tone::plain) {
  std::string out;
  out.reserve(total_width(widths));
  for (std::size_t i = 0; i < widths.size(); ++i) {
    auto width = display_width(line[i]);
    if (width > widths[i]) {
      line[i] = shortened(line[i], widths[i], ellipsis(terminal));
      width = display_width(line[i]);
    }
    const auto padding = widths[i] - width;
    const bool is_number = grid.headings[i].kind == CellKind::number;
    if (i > 0) out += column_gap;
    if (grid.headings[i].is_toned) line[i] = styled(line[i], look_of(tone).style, terminal);
    out.append(is_number ? padding : 0, ' ').append(line[i]).append(is_number ? 0 : padding, ' ');
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

// Breaks after a part of a list, where that leaves no line almost empty.
std::vector<std::string> prose_lines(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (leading_columns(text, width).size() < text.size()) {
    const auto fitting = leading_columns(text, width);
    const auto mark = std::max(fitting.rfind(", ") + 1, fitting.rfind("; ") + 1);
    auto line = mark * 4 > width ? std::string(text.substr(0, mark)) : wrapped(text, width).front();
    text.remove_prefix(line.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    lines.push_back(std::move(line));
  }
  if (!text.empty()) lines.emplace_back(text);
  return lines;
}

// Draws a grid whose last column is prose: in the room that the other columns leave, or, if that is
// too narrow, on separate lines.
class ProseTable {
public:
  ProseTable(const Grid& grid, const Terminal& terminal, HeaderRow header)
      : grid_(grid), terminal_(terminal), header_(header),
        widths_(natural_widths(titles_of(grid), grid, terminal, header)) {
    widths_.pop_back();
    below_ = grid.indent + widths_.front() + 2 * column_gap.size();
    begin_ = grid.indent + total_width(widths_) + column_gap.size();
    const auto width = page_width(terminal);
    room_ = width - std::min(width, begin_);
  }

  [[nodiscard]] std::string draw() {
    if (header_ == HeaderRow::shown) row(titles_of(grid_), Tone::plain, Style::dim);
    for (std::size_t i = 0; i < grid_.rows.size(); ++i) {
      row(line_of(grid_.rows[i], terminal_), grid_.tones.empty() ? Tone::plain : grid_.tones[i],
          Style::plain);
      if (grid_.remarks.empty()) continue;
      for (const auto& remark : grid_.remarks[i])
        for (const auto& line : wrapped(safe_text(remark), page_width(terminal_) - below_, 2))
          out_.append(below_, ' ').append(line).append("\n");
    }
    return std::move(out_);
  }

private:
  [[nodiscard]] bool is_beside() const { return room_ >= narrowest_prose; }
  void row(const Line& line, Tone tone, Style style) {
    std::string drawn(grid_.indent, ' ');
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      const auto& heading = grid_.headings[i];
      const bool is_number = heading.kind == CellKind::number;
      const auto padding = widths_[i] - display_width(line[i]);
      drawn.append(i > 0 ? column_gap : "").append(is_number ? padding : 0, ' ');
      drawn += heading.is_toned ? styled(line[i], look_of(tone).style, terminal_) : line[i];
      drawn.append(is_number ? 0 : padding, ' ');
    }
    const auto margin = is_beside() ? begin_ : below_;
    const auto lines = prose_lines(line.back(), page_width(terminal_) - margin);
    std::size_t next = 0;
    if (is_beside() && !lines.empty()) drawn.append(column_gap).append(lines[next++]);
    drawn.erase(drawn.find_last_not_of(' ') + 1);
    out_ += styled(drawn, style, terminal_) + "\n";
    const bool is_title = style == Style::dim;
    for (; next < lines.size() && !is_title; ++next)
      out_.append(margin, ' ').append(lines[next]).append("\n");
  }

  static constexpr std::size_t narrowest_prose = 24;

  const Grid& grid_;
  const Terminal& terminal_;
  HeaderRow header_;
  Widths widths_;        // of the columns before the prose
  std::size_t begin_;    // of prose beside the other columns
  std::size_t below_;    // where lines below a row begin
  std::size_t room_ = 0; // for it
  std::string out_;
};

constexpr int million = 6; // as a power of ten

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

Table table(const Grid& grid, const Terminal& terminal, HeaderRow header, TableForm form) {
  if (grid.headings.back().is_prose)
    return {ProseTable(grid, terminal, grid.is_titled ? header : HeaderRow::hidden).draw(), {}};
  const auto titles = titles_of(grid);
  auto widths = natural_widths(titles, grid, terminal, header);
  if (terminal.width && form == TableForm::fitted)
    widths = fitted_widths(grid, std::move(widths),
                           static_cast<std::size_t>(std::max(1, *terminal.width)));
  Table out;
  if (header == HeaderRow::shown)
    out.text = styled(draw(titles, grid, widths, terminal), Style::dim, terminal) + "\n";
  for (std::size_t i = 0; i < grid.rows.size(); ++i)
    out.text
        .append(draw(line_of(grid.rows[i], terminal), grid, widths, terminal,
                     grid.tones.empty() ? Tone::plain : grid.tones[i]))
        .append("\n");
  for (auto i = widths.size(); i < grid.headings.size(); ++i)
    out.hidden.push_back(grid.headings[i].name);
  return out;
}

std::string hidden_note(const std::vector<std::string>& hidden, std::string_view advice) {
  std::string out = hidden.size() == 1
                        ? "1 column does not fit the terminal:"
                        : std::to_string(hidden.size()) + " columns do not fit the terminal:";
  for (const auto& name : hidden)
    out += " " + name;
  return out + " (" + std::string(advice) + ")";
}

std::optional<Decimal> Cell::number() const {
  if (unit == Unit::none) return std::nullopt;
  const auto value = Decimal::parse(exact);
  return value && unit == Unit::million ? value->shifted(million) : value;
}

std::string Cell::rounded() const {
  const auto value = rounding == Rounding::none ? std::nullopt : Decimal::parse(text);
  if (!value) return text;
  if (rounding == Rounding::four_digits) return value->rounded_to_digits(4).text();
  auto out = value->rounded_to_decimals(2).text();
  const auto point = out.find('.');
  if (point == std::string::npos) return out + ".00";
  return out + std::string(point + 3 - out.size(), '0');
}

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
