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
Markup kind_of(Tone tone, std::string_view word) {
  return tone == Tone::bad ? in_tone(tone, fmt::format("! {}", word)) : in_tone(tone, word);
}

Markup line_of(const std::string& line) {
  if (line.starts_with("- ")) return html_element("del", "", html_text(line));
  if (line.starts_with("+ ")) return html_element("ins", "", html_text(line));
  return html_text(line);
}

Markup markup_of(const Entry& entry) {
  HtmlTable table{{{"member", "Member", CellKind::text, true}, {"change", "Change"}}};
  for (const auto& change : change_lines(entry.changes)) {
    Markup lines;
    for (const auto& line : change.lines)
      lines += line_of(line) + Markup{"\n"};
    table.rows.push_back({html_text(change.label), html_element("pre", "", lines)});
  }
  for (const auto& fact : entry.facts) {
    Markup lines;
    for (const auto& line : fact.lines)
      lines += html_paragraph(line);
    table.rows.push_back({html_text(fact.label), std::move(lines)});
  }
  return html_table(table);
}

Markup message_of(const Problem& problem) {
  auto out = html_text(problem.message);
  if (problem.place && !problem.place->line_text.empty())
    out += html_lines(excerpt(*problem.place, {}), LongLines::scrolled);
  if (!problem.suggestion.empty())
    out += html_element("p", "dim", html_text(advice(problem.suggestion)));
  return out;
}

// Writes a page for a browser, the sums first. Rows that follow each other share a table, which
// stands after the sections of entries among them.
class HtmlPage final : public Page {
public:
  void heading(std::string_view text) override { add(html_heading(text)); }
  void title(std::string_view name, const std::vector<std::string>& details) override;
  void sentence(std::string_view text) override { add(html_paragraph(text)); }
  void detail(std::string_view text, Tone) override { sentence(text); }
  void aside(std::string_view text) override { sentence(text); }
  void part(std::string_view title) override;
  void problem(const Problem& problem) override;
  void entries(const EntryColumns& columns) override;
  void entry(const Entry& entry) override;
  void items(const ItemColumns& columns) override;
  void item(const Item& item) override;
  void list(const std::vector<Item>& items) override;
  void table(const Grid& grid, const OnHidden&) override { add(html_table(grid)); }
  void chart(const Chart& chart, std::string_view title) override { add(html_chart(chart, title)); }
  void illustration(const Chart& each, std::string_view title) override { chart(each, title); }
  void card(const std::vector<CardLine>& lines) override { add(html_card(lines)); }
  void document(std::string_view json) override { code(pretty_json(json)); }
  void code(std::string_view text) override { add(html_lines(text)); }
  void verbatim(std::string_view text) override { code(text); }
  void judgement(const Judgement& judgement) override;

  [[nodiscard]] Markup take() && {
    end_rows();
    return std::move(sums_) + body_;
  }

private:
  using Cells = std::vector<Markup>;

  void add(const Markup& part) {
    end_rows();
    body_ += part;
  }
  void section(const Entry& entry);
  void begin_rows(std::vector<Heading> headings);
  void end_rows();
  [[nodiscard]] Markup table_of(std::vector<Cells> rows) const;

  Markup sums_;
  Markup body_;
  HtmlTable rows_{{}, {}};
  std::string folded_; // the title of what follows
  std::vector<Cells> folded_rows_;
  std::string group_;
};

void HtmlPage::begin_rows(std::vector<Heading> headings) {
  end_rows();
  rows_.headings = std::move(headings);
}

void HtmlPage::end_rows() {
  if (!rows_.rows.empty()) body_ += table_of(std::exchange(rows_.rows, {}));
  if (!folded_rows_.empty())
    body_ += html_folded(folded_, table_of(std::exchange(folded_rows_, {})));
}

// An empty last column is left out.
Markup HtmlPage::table_of(std::vector<Cells> rows) const {
  HtmlTable table{rows_.headings, std::move(rows)};
  const auto is_blank = [](const Cells& cells) { return cells.back().html.empty(); };
  if (std::all_of(table.rows.begin(), table.rows.end(), is_blank)) {
    table.headings.pop_back();
    for (auto& row : table.rows)
      row.pop_back();
  }
  return html_table(table);
}

void HtmlPage::title(std::string_view name, const std::vector<std::string>& details) {
  auto inside = html_text(name);
  for (const auto& detail : details)
    inside += Markup{" "} + html_element("span", "dim", html_text(detail));
  add(html_element("h2", "", inside) + Markup{"\n"});
}

void HtmlPage::part(std::string_view title) {
  if (!title.empty()) heading(title);
}

void HtmlPage::problem(const Problem& problem) {
  if (rows_.rows.empty())
    begin_rows({{"place", "Place", CellKind::text, true},
                {"severity", "Severity"},
                {"rule", "Rule"},
                {"message", "Message"}});
  const auto tone = problem.severity == Severity::error ? Tone::bad : Tone::doubtful;
  rows_.rows.push_back({html_text(location(problem)),
                        in_tone(tone, severity_name(problem.severity)), html_text(problem.rule),
                        message_of(problem)});
}

void HtmlPage::entries(const EntryColumns& columns) {
  auto headings = columns.headings;
  headings.push_back(columns.remarks);
  begin_rows(std::move(headings));
  folded_ = columns.folded;
}

void HtmlPage::entry(const Entry& entry) {
  if (is_long(entry)) return section(entry);
  Cells cells;
  for (const auto& cell : entry.cells)
    cells.push_back(html_cell(cell));
  cells[1] = in_tone(entry.tone, entry.cells[1].value_or(""));
  cells.push_back(html_text(fmt::format("{}", fmt::join(entry.remarks, "; "))));
  const bool is_folded = !folded_.empty() && entry.tone == Tone::quiet;
  (is_folded ? folded_rows_ : rows_.rows).push_back(std::move(cells));
}

// What changes needs more room than a row.
void HtmlPage::section(const Entry& entry) {
  body_ += html_element("h2", "",
                        html_text(entry.cells[0].value_or("")) + Markup{" "} +
                            in_tone(entry.tone, entry.cells[1].value_or(""))) +
           Markup{"\n"};
  Markup facts;
  for (std::size_t i = 2; i < entry.cells.size(); ++i)
    if (entry.cells[i])
      facts += html_text(fmt::format("{}{} {}", facts.html.empty() ? "" : ", ",
                                     rows_.headings[i].name, *entry.cells[i]));
  if (!facts.html.empty()) body_ += html_element("p", "dim", facts) + Markup{"\n"};
  for (const auto& remark : entry.remarks)
    body_ += html_paragraph(remark);
  body_ += markup_of(entry);
}

void HtmlPage::items(const ItemColumns& columns) {
  begin_rows(
      {{columns.name, columns.name, CellKind::text, true}, {"kind", "Kind"}, {"change", "Change"}});
  group_.clear();
}

void HtmlPage::item(const Item& item) {
  if (item.group != group_) heading(item.group);
  group_ = item.group;
  if (!item.word.empty())
    rows_.rows.push_back({html_text(item.name), kind_of(item.tone, item.word), {}});
  for (const auto& line : item.lines)
    rows_.rows.push_back(
        {html_text(item.name), kind_of(line.tone, line.word), html_text(line.text)});
}

void HtmlPage::list(const std::vector<Item>& items) {
  std::vector<std::string> texts;
  for (const auto& item : items)
    texts.push_back(
        fmt::format("{}{} {}", item.tone == Tone::bad ? "! " : "", item.sign, item.name));
  add(html_list(texts));
}

void HtmlPage::judgement(const Judgement& judgement) {
  if (!judgement.sum.empty()) sums_ += html_paragraph(total_of(judgement));
  for (const auto& fact : judgement.facts)
    sums_ += html_paragraph(sentence_on(fact));
  if (!judgement.gates.empty()) sums_ += html_table(grid_of(judgement.gates));
}

} // namespace

Markup markup_of_page(const FillPage& fill) {
  HtmlPage page;
  fill(page);
  return std::move(page).take();
}

} // namespace mrctl::output
