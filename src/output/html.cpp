#include "mrctl/output/html.hpp"

#include "html_style.hpp"
#include "markup_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace mrctl::output {

namespace {

bool is_numeric(const Heading& heading) {
  return heading.kind == CellKind::number;
}

constexpr std::size_t long_text = 60;   // bytes that deserve a width of their own
constexpr std::size_t long_word = 20;   // bytes that a cell need not have room for
constexpr std::size_t most_columns = 5; // that fit a screen; more scroll within the table
constexpr std::size_t most_on_paper = 14;

// Whether a word is so long that it may be broken anywhere; tags are none.
bool has_long_word(std::string_view html) {
  std::size_t length = 0;
  bool is_tag = false;
  for (const char c : html) {
    is_tag = c == '<' || (is_tag && c != '>');
    const bool is_word = !is_tag && c != '>' && c != ' ' && c != '\n';
    length = is_word ? length + 1 : 0;
    if (length > long_word) return true;
  }
  return false;
}

std::string class_attribute(std::string_view style) {
  return style.empty() ? std::string() : fmt::format(" class=\"{}\"", style);
}

std::string_view class_of_heading(const Heading& heading) {
  if (is_numeric(heading)) return "number";
  return heading.is_identifier ? "name" : "";
}

std::string head_of(const std::vector<Heading>& headings) {
  std::string out = "<thead><tr>";
  for (const auto& heading : headings)
    out += fmt::format("<th scope=\"col\"{}>{}</th>", class_attribute(class_of_heading(heading)),
                       markup_text(heading.title));
  return out + "</tr></thead>\n";
}

std::string cell_of(const Heading& heading, const Markup& cell) {
  std::vector<std::string_view> styles;
  if (const auto style = class_of_heading(heading); !style.empty()) styles.push_back(style);
  if (!is_numeric(heading) && has_long_word(cell.html)) styles.emplace_back("long");
  if (cell.html.size() > long_text) styles.emplace_back("prose");
  return fmt::format("<td{} data-label=\"{}\">{}</td>",
                     class_attribute(fmt::format("{}", fmt::join(styles, " "))),
                     markup_text(heading.title), cell.html);
}

// What is too wide for a screen scrolls in a frame of its own, which the keyboard reaches too.
Markup framed(Markup table, std::size_t columns) {
  if (columns <= most_columns) return table;
  const auto* style = columns > most_on_paper ? "wide columns" : "wide";
  return {fmt::format("<div class=\"{}\" tabindex=\"0\">\n{}</div>\n", style, table.html)};
}

} // namespace

Markup& Markup::operator+=(const Markup& other) {
  html += other.html;
  return *this;
}

Markup operator+(Markup left, const Markup& right) {
  left += right;
  return left;
}

Markup html_text(std::string_view text) {
  return {markup_text(text)};
}

Markup html_lines(std::string_view text, LongLines long_lines) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  const auto* style = long_lines == LongLines::scrolled ? "excerpt" : "";
  return html_element("pre", style, {markup_lines(text)}) + Markup{"\n"};
}

Markup html_cell(const std::optional<std::string>& text) {
  return text ? html_text(*text) : Markup{"<span class=\"absent\">–</span>"};
}

Markup html_element(std::string_view name, std::string_view style, const Markup& inside) {
  return {fmt::format("<{}{}>{}</{}>", name, class_attribute(style), inside.html, name)};
}

Markup html_heading(std::string_view text) {
  return html_element("h2", "", html_text(text)) + Markup{"\n"};
}

Markup html_paragraph(std::string_view text) {
  return html_element("p", "", html_text(text)) + Markup{"\n"};
}

Markup html_list(const std::vector<std::string>& items) {
  if (items.empty()) return {};
  Markup out{"<ul>"};
  for (const auto& item : items)
    out += html_element("li", "", html_text(item));
  return out + Markup{"</ul>\n"};
}

Markup html_table(const HtmlTable& table) {
  Markup out{"<table>\n" + head_of(table.headings) + "<tbody>\n"};
  for (const auto& row : table.rows) {
    out.html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      out.html += cell_of(table.headings[i], row[i]);
    out.html += "</tr>\n";
  }
  return framed(out + Markup{"</tbody></table>\n"}, table.headings.size());
}

Markup html_table(const Grid& grid) {
  HtmlTable table{grid.headings};
  table.rows.reserve(grid.rows.size());
  for (const auto& row : grid.rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : row)
      cells.push_back(html_cell(cell));
  }
  return html_table(table);
}

Markup html_table(const Records& records) {
  Grid grid{{}, records.rows};
  for (const auto& name : records.names)
    grid.headings.push_back({name, name});
  return html_table(grid);
}

Markup html_card(const std::vector<CardLine>& lines) {
  Markup out{"<table class=\"card\"><tbody>\n"};
  for (const auto& line : lines) {
    const bool has_lines = line.text && line.kind == CellKind::lines;
    const auto value = !line.text  ? html_cell(line.text)
                       : has_lines ? html_lines(*line.text)
                                   : html_text(*line.text);
    out.html += fmt::format("<tr><th scope=\"row\">{}</th><td data-label=\"\">{}</td></tr>\n",
                            markup_text(line.title), value.html);
  }
  return out + Markup{"</tbody></table>\n"};
}

std::string html_page(std::string_view title, const Markup& body) {
  const auto safe = markup_text(title);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\">\n"
      "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n{}</main>\n"
      "</body>\n</html>\n",
      safe, html_style, safe, body.html);
}

} // namespace mrctl::output
