#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"

#include "pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::output {

namespace {

Markup in_tone(Tone tone, std::string_view text) {
  return html_in_tone(tone, html_text(text));
}

// "!" says what the colour does.
std::string marked(const std::string& word, Tone tone, RowLayout layout) {
  return layout == RowLayout::stack && tone == Tone::bad ? "! " + word : word;
}

Markup line_of(const std::string& line) {
  if (line.starts_with("- ")) return html_element("del", "", html_text(line));
  if (line.starts_with("+ ")) return html_element("ins", "", html_text(line));
  return html_text(line);
}

Markup changes_of(const Row& row) {
  HtmlTable table{{{"member", "Member", CellKind::text, true}, {"change", "Change"}}};
  for (const auto& change : change_lines(row.changes)) {
    Markup lines;
    for (const auto& line : change.lines)
      lines += line_of(line) + Markup{"\n"};
    table.rows.push_back({html_text(change.label), html_element("pre", "", lines)});
  }
  for (const auto& fact : row.facts) {
    Markup lines;
    for (const auto& line : fact.lines)
      lines += html_paragraph(line);
    table.rows.push_back({html_text(fact.label), std::move(lines)});
  }
  return html_table(table);
}

Markup below_message(const Problem& problem) {
  Markup out;
  if (problem.place && !problem.place->line_text.empty())
    out += html_lines(excerpt(*problem.place, {}), LongLines::scrolled);
  if (!problem.suggestion.empty())
    out += html_element("p", "dim", html_text(advice(problem.suggestion)));
  return out;
}

// The name and the word, what else is known, and what changes.
Markup section_of(const Row& row, const std::vector<Heading>& headings) {
  auto out = html_element("h2", "",
                          html_text(row.cells[0].value_or("")) + Markup{" "} +
                              in_tone(row.tone, row.cells[1].value_or(""))) +
             Markup{"\n"};
  Markup facts;
  for (std::size_t i = 2; i < row.cells.size(); ++i)
    if (row.cells[i])
      facts += html_text(
          fmt::format("{}{} {}", facts.html.empty() ? "" : ", ", headings[i].name, *row.cells[i]));
  if (!facts.html.empty()) out += html_element("p", "dim", facts) + Markup{"\n"};
  for (const auto& remark : row.remarks)
    out += html_paragraph(remark);
  return out + changes_of(row);
}

std::vector<Markup> cells_of(const Row& row, const PageRows& rows) {
  std::vector<Markup> cells;
  for (const auto& cell : row.cells)
    cells.push_back(rows.grid.headings[cells.size()].is_toned
                        ? in_tone(row.tone, marked(cell.value_or(""), row.tone, rows.layout))
                        : html_cell(cell));
  if (row.problem != nullptr) cells.back() += below_message(*row.problem);
  if (cells.size() < rows.grid.headings.size())
    cells.push_back(html_text(fmt::format("{}", fmt::join(row.remarks, "; "))));
  return cells;
}

// An empty last column is left out.
Markup table_without_blanks(HtmlTable table) {
  const auto is_blank = [](const auto& cells) { return cells.back().html.empty(); };
  if (std::ranges::all_of(table.rows, is_blank)) {
    table.headings.pop_back();
    for (auto& row : table.rows)
      row.pop_back();
  }
  return html_table(table);
}

Markup list_of(const PageRows& rows) {
  std::vector<std::string> texts;
  rows.each([&](const Row& row) {
    texts.push_back(fmt::format("{}{} {}", row.tone == Tone::bad ? "! " : "", row.sign,
                                row.cells[0].value_or("")));
  });
  return html_list(texts);
}

// Writes a page for a browser, the sums first.
class HtmlPage final : public Page {
public:
  void rows(const PageRows& rows) override;
  void sentence(std::string_view text, Stands, Tone) override { body_ += html_paragraph(text); }
  void heading(std::string_view text,
               const std::optional<std::vector<std::string>>& details) override {
    auto inside = html_text(text);
    if (details)
      for (const auto& detail : *details)
        inside += Markup{" "} + html_element("span", "dim", html_text(detail));
    body_ += html_element("h2", "", inside) + Markup{"\n"};
  }
  void part(std::string_view title) override {
    if (!title.empty()) heading(title, {});
  }
  void card(const std::vector<std::vector<CardLine>>& cards, const OnHidden&) override {
    for (const auto& lines : cards)
      body_ += html_card(lines);
  }
  void chart(const Chart& chart, std::string_view title) override {
    body_ += html_chart(chart, title);
  }
  void code(std::string_view text, CodeOf) override { body_ += html_lines(text); }
  void document(std::string_view json) override { body_ += html_lines(pretty_json(json)); }
  void judgement(const Judgement& judgement) override;

  [[nodiscard]] Markup take() && { return std::move(sums_) + body_; }

private:
  Markup sums_;
  Markup body_;
};

// What changes needs more room than a row: its sections precede the table of the others.
void HtmlPage::rows(const PageRows& rows) {
  if (rows.layout == RowLayout::table) return void(body_ += html_table(rows.grid));
  if (rows.layout == RowLayout::bullets) return void(body_ += list_of(rows));
  const auto& headings = rows.grid.headings;
  HtmlTable table{headings};
  HtmlTable folded{headings};
  rows.each([&](const Row& row) {
    if (is_long(row))
      body_ += section_of(row, headings);
    else
      (is_folded(row, rows) ? folded : table).rows.push_back(cells_of(row, rows));
  });
  if (!table.rows.empty()) body_ += table_without_blanks(std::move(table));
  if (!folded.rows.empty())
    body_ += html_folded(rows.folded, table_without_blanks(std::move(folded)));
}

void HtmlPage::judgement(const Judgement& judgement) {
  if (!judgement.sum.empty()) sums_ += html_paragraph(total_of(judgement));
  for (const auto& fact : judgement.facts)
    sums_ += html_paragraph(sentence_on(fact));
  if (!judgement.gates.empty())
    sums_ += html_table(grid_of(judgement.gates, GateOrder::failed_first));
  for (const auto& waiver : judgement.waivers)
    sums_ += html_paragraph(waiver);
  if (!judgement.problems.empty()) sums_ += html_table(grid_of(judgement.problems));
}

} // namespace

Markup markup_of_page(const FillPage& fill) {
  HtmlPage page;
  fill(page);
  return std::move(page).take();
}

} // namespace mrctl::output
