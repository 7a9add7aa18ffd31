#include "mrctl/render/html.hpp"

#include "html_style.hpp"
#include "markup_text.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::render {

namespace {

bool is_number(const Heading& heading) {
  return heading.kind == model::Kind::number;
}

std::string class_of(const Heading& heading) {
  if (is_number(heading)) return " class=\"number\"";
  return heading.is_identifier ? " class=\"name\"" : "";
}

std::string head_of(const std::vector<Heading>& headings) {
  std::string out = "<thead><tr>";
  for (const auto& heading : headings)
    out +=
        fmt::format("<th scope=\"col\"{}>{}</th>", class_of(heading), markup_text(heading.title));
  return out + "</tr></thead>\n";
}

std::string cell_of(const Heading& heading, const Markup& cell) {
  return fmt::format("<td{} data-label=\"{}\">{}</td>", class_of(heading),
                     markup_text(heading.title), cell.html);
}

Markup absent_cell() {
  return {"<span class=\"absent\">–</span>"};
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

Markup html_lines(std::string_view text) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  return {"<pre>" + markup_lines(text) + "</pre>\n"};
}

Markup html_element(std::string_view name, std::string_view style, const Markup& inside) {
  const auto attribute = style.empty() ? std::string() : fmt::format(" class=\"{}\"", style);
  return {fmt::format("<{}{}>{}</{}>", name, attribute, inside.html, name)};
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
  return out + Markup{"</tbody></table>\n"};
}

Markup html_table(const Grid& grid) {
  HtmlTable table{grid.headings, {}};
  table.rows.reserve(grid.rows.size());
  for (const auto& row : grid.rows) {
    auto& cells = table.rows.emplace_back();
    for (const auto& cell : row)
      cells.push_back(cell ? html_text(*cell) : absent_cell());
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
    const bool has_lines = line.text && line.kind == model::Kind::lines;
    const auto value = !line.text  ? absent_cell()
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

} // namespace mrctl::render
