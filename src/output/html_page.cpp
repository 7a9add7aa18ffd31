#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"

#include "pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <span>
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

constexpr std::size_t most_lines = 40; // of a text that stand on the page; more are folded

Markup block_of(std::span<const std::string> lines) {
  Markup out;
  for (const auto& line : lines)
    out += line_of(line) + Markup{"\n"};
  return html_element("pre", "", out);
}

Markup lines_of(const std::vector<std::string>& lines) {
  const std::span all(lines);
  if (lines.size() <= most_lines) return block_of(all);
  const auto rest = all.subspan(most_lines);
  return block_of(all.first(most_lines)) +
         html_folded(counted(rest.size(), "more line"), block_of(rest));
}

Markup changes_of(const Row& row) {
  HtmlTable table{{{"member", "Member", CellKind::text, true}, {"change", "Change"}}};
  for (const auto& change : change_lines(row.changes))
    table.rows.push_back({html_text(change.label), lines_of(change.lines)});
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

// A part of the page about one thing, which links lead to.
struct Section {
  std::string id;
  std::string name;
  Markup word{}; // beside its name in the index
};

Markup heading_of(const Section& section, const Markup& beside) {
  auto heading = html_element("h2", "", html_text(section.name) + beside) + Markup{"\n"};
  heading.html.insert(std::string_view("<h2").size(), fmt::format(" id=\"{}\"", section.id));
  return heading;
}

// The name and the word, what else is known, and what changes.
Markup section_of(const Row& row, const Section& section, const std::vector<Heading>& headings) {
  auto out = heading_of(section, Markup{" "} + section.word);
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

// What several presets have from one place.
Markup shared_table(const PageRows& rows) {
  HtmlTable table{{{"presets", "Presets"},
                   {"member", "Member", CellKind::text, true},
                   {"change", "Change"},
                   {"origin", "Set in"}}};
  rows.each([&](const Row& row) {
    const auto change = std::move(change_lines(row.changes).front());
    table.rows.push_back({html_cell(row.cells[0]), html_text(change.label), lines_of(change.lines),
                          html_cell(row.cells[1])});
  });
  return html_table(table);
}

// A grid with a bar below the last number of each row.
Markup table_with_bars(const Grid& grid, const std::vector<std::optional<Extent>>& bars) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < grid.headings.size(); ++i)
    if (grid.headings[i].kind == CellKind::number) column = i;
  HtmlTable table{grid.headings};
  const auto drawn = html_bars(grid, bars);
  for (std::size_t i = 0; i < grid.rows.size(); ++i) {
    auto& cells = table.rows.emplace_back(html_cells(grid, i));
    cells[column] += drawn[i];
  }
  return html_table(table);
}

// Writes a page for a browser, the sums first.
class HtmlPage final : public Page {
public:
  void rows(const PageRows& rows) override;
  void sentence(std::string_view text, Stands, Tone) override { body_ += html_paragraph(text); }
  void heading(std::string_view text,
               const std::optional<std::vector<std::string>>& details) override;
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

  [[nodiscard]] Markup take() && { return std::move(sums_) + index() + body_; }

private:
  const Section& begin_section(const std::string& name, Markup word);
  void gates(const std::vector<GateResult>& results);
  [[nodiscard]] Markup index() const;

  Markup sums_;
  Markup body_;
  std::deque<Section> sections_;
  std::map<std::string, const Section*, std::less<>> by_name_;
  std::set<std::string> ids_;
  std::set<const Section*> failed_;
};

// Ids are of letters, digits and what URLs take as it is.
const Section& HtmlPage::begin_section(const std::string& name, Markup word) {
  auto id = name;
  for (auto& c : id)
    if (!is_alphanumeric(c) && c != '.' && c != '_') c = '-';
  id.insert(0, "of-");
  while (!ids_.insert(id).second)
    id += "-";
  const auto& section = sections_.emplace_back(Section{std::move(id), name, std::move(word)});
  by_name_.emplace(name, &section);
  return section;
}

void HtmlPage::heading(std::string_view text,
                       const std::optional<std::vector<std::string>>& details) {
  if (!details) return void(body_ += html_element("h2", "", html_text(text)) + Markup{"\n"});
  Markup beside;
  for (const auto& detail : *details)
    beside += Markup{" "} + html_element("span", "dim", html_text(detail));
  body_ += heading_of(begin_section(std::string(text), {}), beside);
}

// What changes needs more room than a row: its sections, the worst first, precede the table of the
// others.
void HtmlPage::rows(const PageRows& rows) {
  if (rows.layout == RowLayout::table)
    return void(body_ +=
                rows.bars.empty() ? html_table(rows.grid) : table_with_bars(rows.grid, rows.bars));
  if (rows.layout == RowLayout::shared) return void(body_ += shared_table(rows));
  const auto& headings = rows.grid.headings;
  HtmlTable table{headings};
  HtmlTable folded{headings};
  std::vector<std::pair<int, Row>> changed;
  rows.each([&](const Row& row) {
    if (is_long(row))
      changed.emplace_back(row.rank.value_or(0), row);
    else
      (is_folded(row, rows) ? folded : table).rows.push_back(cells_of(row, rows));
  });
  std::ranges::stable_sort(changed, {}, &std::pair<int, Row>::first);
  for (const auto& [rank, row] : changed)
    body_ += section_of(
        row, begin_section(row.cells[0].value_or(""), in_tone(row.tone, row.cells[1].value_or(""))),
        headings);
  if (!table.rows.empty()) body_ += table_without_blanks(std::move(table));
  if (!folded.rows.empty())
    body_ += html_folded(rows.folded, table_without_blanks(std::move(folded)));
}

// What they are about is a link to its section.
void HtmlPage::gates(const std::vector<GateResult>& results) {
  const auto grid = grid_of(results, GateOrder::failed_first);
  HtmlTable table{grid.headings};
  for (std::size_t i = 0; i < grid.rows.size(); ++i) {
    auto& cells = table.rows.emplace_back(html_cells(grid, i));
    const auto& slug = grid.subjects[i];
    const auto found = by_name_.find(slug);
    if (!slug.empty() && found != by_name_.end())
      cells.back() = html_link(found->second->id, slug) +
                     html_text(std::string_view(*grid.rows[i].back()).substr(slug.size()));
  }
  sums_ += html_table(table);
}

void HtmlPage::judgement(const Judgement& judgement) {
  if (!judgement.sum.empty()) sums_ += html_paragraph(total_of(judgement));
  for (const auto& fact : judgement.facts)
    sums_ += html_paragraph(sentence_on(fact));
  if (!judgement.gates.empty()) gates(judgement.gates);
  for (const auto& gate : judgement.gates)
    if (const auto found = by_name_.find(gate.slug); counts(gate) && found != by_name_.end())
      failed_.insert(found->second);
  for (const auto& waiver : judgement.waivers)
    sums_ += html_paragraph(waiver);
  if (!judgement.problems.empty()) sums_ += html_table(grid_of(judgement.problems));
}

// A page that fits a few screens needs none.
Markup HtmlPage::index() const {
  constexpr std::size_t fewest = 4;
  if (sections_.size() < fewest) return {};
  Markup items;
  for (const auto& section : sections_) {
    auto item = html_link(section.id, section.name) + Markup{" "} + section.word;
    if (failed_.contains(&section)) item += Markup{" "} + in_tone(Tone::bad, "failed");
    items += html_element("li", "", item) + Markup{"\n"};
  }
  return html_element("nav", "", html_element("ul", "index", items)) + Markup{"\n"};
}

} // namespace

Markup markup_of_page(const FillPage& fill) {
  HtmlPage page;
  fill(page);
  return std::move(page).take();
}

} // namespace mrctl::output
