#include "mrctl/output/html.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"

#include "pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::output {

namespace {

// The style of every page. Colours say nothing that words do not say as well.
constexpr std::string_view html_style = R"(
:root{color-scheme:light dark;--ink:#1c2128;--dim:#57606a;--paper:#fff;--band:#f3f5f8;--line:#d0d7de;--bad:#b3261e;--warn:#8a5300;--good:#1a7036;--bar:#2f6fb5;--span:#a9cbed}
@media(prefers-color-scheme:dark){:root{--ink:#e2e7ed;--dim:#9aa5b1;--paper:#12161b;--band:#1d242c;--line:#39424d;--bad:#ff8f86;--warn:#e5b567;--good:#7fd096;--bar:#6aa9e9;--span:#2c4a6b}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0 0 1rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}
p,ul{margin:.5rem 0}
ul{padding-left:1.25rem}
pre,.code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.875rem}
pre{margin:.25rem 0;white-space:pre-wrap}
td>pre:first-child{margin-top:.15rem}
td>p{margin:0}
.excerpt{white-space:pre;overflow-x:auto;width:0;min-width:100%}
table{border-collapse:collapse;margin:.5rem 0;font-size:.9375rem}
th,td{padding:.3rem .55rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line);overflow-wrap:normal}
td ul{margin:.25rem 0;padding-left:1rem;color:var(--dim)}
td.long{overflow-wrap:anywhere;min-width:12rem}
thead th{position:sticky;top:0;background:var(--band);white-space:nowrap}
.wide{margin:.5rem 0}
.columns{overflow:auto;max-height:100vh}
.columns td:first-child{position:sticky;left:0;background:var(--paper)}
.columns th:first-child{left:0;z-index:1}
.wide table{font-size:.875rem;margin:0}
.wide th,.wide td{padding:.3rem .4rem}
.wide .long{min-width:8rem}
.columns .prose{min-width:24rem}
.card+.card{margin-top:1.75rem}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.name{font-weight:600}
a{color:inherit;text-decoration-color:var(--dim);text-underline-offset:.15em}
:target{background:var(--band)}
.index{list-style:none;padding:0;columns:16rem;column-gap:2rem}
.index li{break-inside:avoid}
.absent,.dim{color:var(--dim)}
.bad,.warn,.good{white-space:nowrap}
.bad{color:var(--bad);font-weight:600}
.warn{color:var(--warn);font-weight:600}
.good{color:var(--good);font-weight:600}
ins,del{text-decoration:none}
del{color:var(--bad)}
ins{color:var(--good)}
summary{margin:1.5rem 0 .5rem;font-weight:600;cursor:pointer}
td summary{margin:.25rem 0;color:var(--dim)}
figure{margin:1rem 0}
figcaption{font-weight:600}
.bars{width:100%}
.bars td:last-child{width:55%}
svg{display:block;width:100%;height:1.25rem}
td.number svg{width:10rem;height:.75rem;margin-left:auto}
.solid{fill:var(--bar)}
.span{fill:var(--span)}
rect.bad{fill:var(--bad)}
rect.warn{fill:var(--warn)}
rect.good{fill:var(--good)}
rect.span:not([class=span]){opacity:.4}
@media screen and (min-width:48.01rem){.whole{white-space:nowrap}}
@media screen and (min-width:48.01rem) and (max-width:74.9rem){.wide{overflow:auto;max-height:100vh}}
@media screen and (max-width:48rem){body{padding:1rem}table,tbody,tr{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:.5rem 0;border-bottom:1px solid var(--line)}td,td.number,.wide td{display:flow-root;padding:.1rem 0 .1rem 7rem;border:0;text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:0}td::before{content:attr(data-label) " ";color:var(--dim);font-weight:400;float:left;width:6.5rem;margin-left:-7rem}td.prose,td[data-label=""]{padding-left:0}td.number svg{margin-left:0}.prose::before{display:block;float:none;margin:0}.card th{display:block;padding:0;border:0;color:var(--dim);font-weight:400}td[data-label=""]::before{content:none}td:empty{display:none}.bars td:last-child{width:auto}.columns{overflow:visible;max-height:none}.columns td:first-child{position:static}}
@media print{:root{--ink:#000;--dim:#444;--paper:#fff;--band:#fff;--bad:#b3261e;--warn:#8a5300;--good:#1a7036;--bar:#2f6fb5;--span:#a9cbed}body{padding:0}thead{display:table-header-group}thead th{position:static;white-space:normal}tr,figure{break-inside:avoid}.wide .name{overflow-wrap:anywhere;min-width:3.5rem}.bars td:last-child{width:40%}.excerpt{white-space:pre-wrap}.columns{overflow:visible;max-height:none}.wide table{font-size:.625rem}.wide th,.wide td{padding:.15rem}.columns thead{display:none}.columns td:first-child{position:static}.columns tr,.columns td{display:block}.columns tr{padding:.5rem 0;border-bottom:1px solid var(--line)}.columns td.prose{min-width:0}.columns td{border:0;text-align:left;white-space:normal}.columns td::before{content:attr(data-label) " ";color:var(--dim);font-weight:400;display:inline-block;min-width:6.5rem}}
)";

bool is_numeric(const Heading& heading) {
  return heading.kind == CellKind::number;
}

constexpr std::size_t long_text = 60;          // bytes from which a column gets its own width
constexpr std::size_t long_word = 20;          // bytes that a cell need not have room for
constexpr std::size_t longest_whole_name = 40; // bytes of a name that is not broken
constexpr std::size_t most_columns = 5;        // that fit a screen; more scroll within the table
constexpr std::size_t most_on_paper = 14;

// Returns whether a word is so long that it may be broken anywhere; tags are none.
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

// Text leaves out the title of ranks, which a page has in front of a cell.
std::string title_of(const Heading& heading) {
  auto title = heading.title.empty() && is_numeric(heading) ? heading.name : heading.title;
  if (heading.title.empty() && !title.empty()) title.front() = upper_case(title.front());
  return markup_text(title);
}

std::string cell_of(const Heading& heading, const Markup& cell) {
  std::vector<std::string_view> styles;
  if (const auto style = class_of_heading(heading); !style.empty()) styles.push_back(style);
  const bool is_short_name = heading.is_identifier && cell.html.size() <= longest_whole_name;
  if (is_short_name)
    styles.emplace_back("whole");
  else if (!is_numeric(heading) && has_long_word(cell.html))
    styles.emplace_back("long");
  if (!is_numeric(heading) && cell.html.size() > (heading.is_identifier ? long_word : long_text))
    styles.emplace_back("prose");
  return fmt::format("<td{} data-label=\"{}\">{}</td>",
                     class_attribute(fmt::format("{}", fmt::join(styles, " "))), title_of(heading),
                     cell.html);
}

// What is too wide for a screen scrolls in its own frame, which the keyboard reaches too.
Markup framed(Markup table, std::size_t columns) {
  if (columns <= most_columns) return table;
  const auto* style = columns > most_on_paper ? "wide columns" : "wide";
  return {fmt::format("<div class=\"{}\" tabindex=\"0\">\n{}</div>\n", style, table.html)};
}

// Returns the text of a cell, or what stands for a missing one.
Markup html_cell(const std::optional<std::string>& text) {
  return text ? html_text(*text) : Markup{"<span class=\"absent\">–</span>"};
}

// Returns the markup in the colour of the tone.
Markup html_in_tone(Tone tone, const Markup& inside) {
  return tone == Tone::plain ? inside : html_element("span", look_of(tone).html_class, inside);
}

// Returns markup that a reader opens by its title.
Markup html_folded(std::string_view title, const Markup& inside) {
  return html_element("details", "", html_element("summary", "", html_text(title)) + inside) +
         Markup{"\n"};
}

// Returns a link within the page: to the element of that id.
Markup html_link(std::string_view id, std::string_view text) {
  return {fmt::format("<a href=\"#{}\">{}</a>", markup_text(id), markup_text(text))};
}

// Returns the cells of a row of the grid, with its remarks.
std::vector<Markup> html_cells(const Grid& grid, std::size_t row) {
  const auto tone = grid.tones.empty() ? Tone::plain : grid.tones[row];
  std::vector<Markup> cells;
  for (std::size_t i = 0; i < grid.headings.size(); ++i)
    cells.push_back(grid.headings[i].is_toned ? html_in_tone(tone, html_cell(grid.rows[row][i]))
                                              : html_cell(grid.rows[row][i]));
  if (grid.remarks.empty() || grid.remarks[row].empty()) return cells;
  Markup items;
  for (const auto& remark : grid.remarks[row])
    items += html_element("li", "", html_text(remark));
  cells.back() += html_element("ul", "", items) + Markup{"\n"};
  return cells;
}

// Returns a list of titles and values.
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

Markup in_tone(Tone tone, std::string_view text) {
  return html_in_tone(tone, html_text(text));
}

// Marks a bad word with "!", because a colour alone must not say anything.
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

Markup markup_of_changes(const PageRow& row) {
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
    out += html_element("p", "dim", html_text(problem.suggestion.sentence()));
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
Markup section_of(const PageRow& row, const Section& section,
                  const std::vector<Heading>& headings) {
  auto out = heading_of(section, Markup{" "} + section.word);
  Markup facts;
  for (std::size_t i = 2; i < row.cells.size(); ++i)
    if (row.cells[i])
      facts += html_text(
          fmt::format("{}{} {}", facts.html.empty() ? "" : ", ", headings[i].name, *row.cells[i]));
  if (!facts.html.empty()) out += html_element("p", "dim", facts) + Markup{"\n"};
  for (const auto& remark : row.remarks)
    out += html_paragraph(remark);
  return out + markup_of_changes(row);
}

std::vector<Markup> cells_of(const PageRow& row, const PageRows& rows) {
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

// Returns a table of the changes that several presets take from one place.
Markup shared_table(const PageRows& rows) {
  HtmlTable table{{{"presets", "Presets"},
                   {"member", "Member", CellKind::text, true},
                   {"change", "Change"},
                   {"origin", "Set in"}}};
  rows.each([&](const PageRow& row) {
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
  // A preset that changes needs more room than a row: the sections of these presets, the worst
  // first, precede the table of the others.
  void rows(const PageRows& rows) override {
    if (rows.layout == RowLayout::table)
      return void(body_ += rows.bars.empty() ? html_table(rows.grid)
                                             : table_with_bars(rows.grid, rows.bars));
    if (rows.layout == RowLayout::shared) return void(body_ += shared_table(rows));
    const auto& headings = rows.grid.headings;
    HtmlTable table{headings};
    HtmlTable folded{headings};
    std::vector<std::pair<int, PageRow>> changed;
    rows.each([&](const PageRow& row) {
      if (is_long(row))
        changed.emplace_back(row.rank.value_or(0), row);
      else
        (is_folded(row, rows) ? folded : table).rows.push_back(cells_of(row, rows));
    });
    std::ranges::stable_sort(changed, {}, &std::pair<int, PageRow>::first);
    for (const auto& [rank, row] : changed)
      body_ += section_of(
          row,
          begin_section(row.cells[0].value_or(""), in_tone(row.tone, row.cells[1].value_or(""))),
          headings);
    if (!table.rows.empty()) body_ += table_without_blanks(std::move(table));
    if (!folded.rows.empty())
      body_ += html_folded(rows.folded, table_without_blanks(std::move(folded)));
  }

  void sentence(std::string_view text, Stands, Tone) override { body_ += html_paragraph(text); }
  void heading(std::string_view text,
               const std::optional<std::vector<std::string>>& details) override {
    if (!details) return void(body_ += html_element("h2", "", html_text(text)) + Markup{"\n"});
    Markup beside;
    for (const auto& detail : *details)
      beside += Markup{" "} + html_element("span", "dim", html_text(detail));
    body_ += heading_of(begin_section(std::string(text), {}), beside);
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
  void judgement(const Judgement& judgement) override {
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

  [[nodiscard]] Markup take() && { return std::move(sums_) + index() + body_; }

private:
  // Ids are of letters, digits and what URLs take as it is.
  const Section& begin_section(const std::string& name, Markup word) {
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

  // Shows gates; the preset that one is about is a link to its section.
  void gates(const std::vector<GateResult>& results) {
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

  // A page that fits a few screens needs none.
  [[nodiscard]] Markup index() const {
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

  Markup sums_;
  Markup body_;
  std::deque<Section> sections_;
  std::map<std::string, const Section*, std::less<>> by_name_;
  std::set<std::string> ids_;
  std::set<const Section*> failed_;
};

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

Markup html_element(std::string_view name, std::string_view style, const Markup& inside) {
  return {fmt::format("<{}{}>{}</{}>", name, class_attribute(style), inside.html, name)};
}

Markup html_paragraph(std::string_view text) {
  return html_element("p", "", html_text(text)) + Markup{"\n"};
}

Markup html_table(const HtmlTable& table) {
  Markup out{"<table>\n<thead><tr>"};
  for (const auto& heading : table.headings)
    out.html += fmt::format("<th scope=\"col\"{}>{}</th>",
                            class_attribute(class_of_heading(heading)), title_of(heading));
  out.html += "</tr></thead>\n<tbody>\n";
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
  for (std::size_t i = 0; i < grid.rows.size(); ++i)
    table.rows.push_back(html_cells(grid, i));
  return html_table(table);
}

Markup html_table(const Records& records) {
  Grid grid{{}, records.rows};
  for (const auto& name : records.names)
    grid.headings.push_back({name, name});
  return html_table(grid);
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

Markup markup_of_page(const FillPage& fill) {
  HtmlPage page;
  fill(page);
  return std::move(page).take();
}

} // namespace mrctl::output
