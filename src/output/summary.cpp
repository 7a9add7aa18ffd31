#include "mrctl/output/summary.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"

#include "pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

// Collects text while there is room, and counts what it omits.
class Paper {
public:
  Paper(std::size_t room, std::size_t rows)
      : room_(room - std::min(room, last_line(rows).size())) {}

  // Returns whether the text fitted.
  bool add(std::string_view text) {
    if (is_full_ || text_.size() + text.size() > room_) {
      is_full_ = true;
      return false;
    }
    text_ += text;
    return true;
  }
  void add_row(std::string_view text) { left_out_ += add(text) ? 0U : 1U; }
  [[nodiscard]] std::string take() && {
    return left_out_ == 0 ? std::move(text_) : std::move(text_) + last_line(left_out_);
  }

private:
  static std::string last_line(std::size_t rows) {
    return fmt::format("\n{} left out\n", counted(rows, "row"));
  }

  std::size_t room_;
  std::size_t left_out_ = 0;
  bool is_full_ = false;
  std::string text_;
};

void add_table(Paper& paper, const Records& rows) {
  if (rows.rows.empty()) return;
  const auto table = markdown(rows);
  const auto lines = lines_in(table);
  auto head = fmt::format("\n{}\n{}\n", lines[0], lines[1]);
  for (std::size_t i = 2; i < lines.size(); ++i)
    paper.add_row(fmt::format("{}{}\n", std::exchange(head, {}), lines[i]));
}

std::string totals_in(const Digest& digest) {
  return digest.totals.empty() ? std::string() : "\n" + markdown_text(digest.totals) + "\n";
}

void add_list(Paper& paper, const std::vector<std::string>& texts, std::string_view mark = {}) {
  std::string_view gap = "\n";
  for (const auto& text : texts)
    paper.add_row(
        fmt::format("{}- {}{}{}\n", std::exchange(gap, {}), mark, markdown_text(text), mark));
}

void add_rest(Paper& paper, const Digest& digest) {
  add_list(paper, digest.lines);
  for (const auto& table : digest.tables)
    add_table(paper, table);
  for (const auto& block : digest.blocks)
    paper.add_row("\n" + block);
}

// A fence is longer than any in the text.
std::string fence_around(std::string_view text) {
  std::size_t longest = 2;
  for (std::size_t at = 0, run = 0; at < text.size(); ++at) {
    run = text[at] == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return std::string(longest + 1, '`');
}

std::string diff_of(const std::vector<Change>& changes) {
  if (changes.empty()) return {};
  const auto lines = fmt::format("{}", fmt::join(diff_lines(changes), "\n"));
  const auto fence = fence_around(lines);
  return fmt::format("\n{}diff\n{}\n{}\n", fence, lines, fence);
}

std::string list_of(const std::vector<ChangeLines>& facts) {
  std::string out;
  for (const auto& fact : facts) {
    out += fmt::format("- **{}**", markdown_text(fact.label));
    for (const auto& line : fact.lines)
      out += fmt::format("{}{}\n", &line == fact.lines.data() ? " " : "  - ", markdown_text(line));
  }
  return out.empty() ? out : "\n" + out;
}

std::string block_of(const PageRow& row) {
  return fmt::format("**{}** {}\n{}{}", markdown_text(row.cells.at(0).value_or("")),
                     markdown_text(row.cells.at(1).value_or("")), diff_of(row.changes),
                     list_of(row.facts));
}

// Collects what a page says for a summary: the sums, sentences, and rows by their rank.
class SummaryPage final : public Page {
public:
  explicit SummaryPage(DigestedTables tables) : tables_(tables) {}

  void rows(const PageRows& rows) override {
    if (rows.layout == RowLayout::shared)
      return rows.each([&](const PageRow& row) { add_shared(row); });
    begin_rows(rows);
    if (!rows.folded.empty()) folded_ = rows.folded;
    if (rows.layout == RowLayout::table) return add_grid(rows);
    rows.each([&](const PageRow& row) { add(row, rows); });
  }

  void sentence(std::string_view text, Stands stands, Tone tone) override {
    if (stands == Stands::below && (tone == Tone::plain || !told_.emplace(text).second)) return;
    digest_.lines.emplace_back(text);
  }
  void heading(std::string_view, const std::optional<std::vector<std::string>>&) override {}
  void part(std::string_view) override {}
  void card(const std::vector<std::vector<CardLine>>&, const OnHidden&) override {}
  void chart(const Chart&, std::string_view) override {}
  void code(std::string_view, CodeOf) override {}
  void document(std::string_view) override {}
  void judgement(const Judgement& judgement) override {
    end_rows();
    digest_.totals = total_of(judgement);
    auto facts = mapped(judgement.facts, [](const auto& fact) { return sentence_on(fact); });
    append(facts, judgement.waivers);
    digest_.lines.insert(digest_.lines.begin(), facts.begin(), facts.end());
    if (!judgement.problems.empty())
      digest_.tables.insert(digest_.tables.begin(),
                            {{"place", "severity", "problem"}, grid_of(judgement.problems).rows});
    if (!judgement.gates.empty())
      digest_.tables.insert(
          digest_.tables.begin(),
          {{"gate", "verdict", "why"}, grid_of(judgement.gates, GateOrder::failed_first).rows});
  }

  [[nodiscard]] Digest take() && {
    end_rows();
    std::ranges::stable_sort(blocks_,
                             [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& block : blocks_)
      digest_.blocks.push_back(std::move(block.second));
    if (!folded_names_.empty())
      digest_.blocks.push_back(fmt::format("<details><summary>{}</summary>\n\n{}\n\n</details>\n",
                                           folded_, fmt::join(folded_names_, ", ")));
    return std::move(digest_);
  }

private:
  using Cells = std::vector<std::optional<std::string>>;

  // Begins a table of rows, or continues the last one if both belong together.
  void begin_rows(const PageRows& rows) {
    const auto& about = rows.grid.about;
    std::vector<std::string> names;
    for (const auto& [name, value] : about)
      names.push_back(name);
    for (const auto& heading : rows.grid.headings)
      names.push_back(rows.layout == RowLayout::table && about.empty() ? heading.title
                                                                       : heading.name);
    if (names == names_ && !about.empty()) return;
    end_rows();
    names_ = std::move(names);
    is_kept_ = tables_ == DigestedTables::all || rows.is_beside_records;
  }

  void end_rows() {
    if (rows_.empty()) return;
    std::ranges::stable_sort(rows_, [](const auto& a, const auto& b) { return a.first < b.first; });
    Records table{names_};
    for (auto& row : rows_)
      table.rows.push_back(std::move(row.second));
    rows_.clear();
    if (is_kept_) digest_.tables.push_back(std::move(table));
  }

  void add_grid(const PageRows& rows) {
    const auto& grid = rows.grid;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
      PageRow row{grid.rows[i]};
      if (!grid.tones.empty()) row.tone = grid.tones[i];
      if (!grid.remarks.empty() && !grid.remarks[i].empty())
        row.cells.back() = fmt::format("{}", fmt::join(grid.remarks[i], "; "));
      add(row, rows);
    }
  }

  void add(const PageRow& row, const PageRows& rows) {
    if (is_folded(row, rows))
      return folded_names_.push_back(markdown_text(row.cells[0].value_or("")));
    Cells cells;
    for (const auto& [name, value] : rows.grid.about)
      cells.emplace_back(value);
    append(cells, row.cells);
    if (row.problem != nullptr && !row.problem->suggestion.empty())
      cells.back() =
          fmt::format("{}; {}", row.problem->message, row.problem->suggestion.sentence());
    if (cells.size() < names_.size())
      cells.push_back(text_or_nothing(fmt::format("{}", fmt::join(row.remarks, "; "))));
    const auto rank = row.rank.value_or(look_of(row.tone).rank);
    rows_.emplace_back(rank, std::move(cells));
    if (is_long(row)) blocks_.emplace_back(rank, block_of(row));
  }

  // Adds a shared change: in a line, or in a block before the presets.
  void add_shared(const PageRow& row) {
    if (auto sentence = sentence_on_shared(row))
      return digest_.lines.push_back(*std::move(sentence));
    blocks_.emplace_back(-2, block_of(row));
  }

  DigestedTables tables_;
  bool is_kept_ = true; // the table of the rows
  Digest digest_;
  std::set<std::string, std::less<>> told_; // what stands below several things is said once
  std::vector<std::string> names_;
  std::vector<std::pair<int, Cells>> rows_;
  std::vector<std::pair<int, std::string>> blocks_; // by their ranks
  std::string folded_;                              // the title of what is folded
  std::vector<std::string> folded_names_;           // escaped
};

} // namespace

std::string markdown_of(const Digest& digest) {
  Paper paper(std::string().max_size(), 0);
  paper.add(totals_in(digest));
  add_rest(paper, digest);
  return std::move(paper).take();
}

std::string summary(const Digest& digest, const std::vector<std::string>& failures,
                    std::size_t room) {
  auto rows = failures.size() + digest.lines.size();
  for (const auto& table : digest.tables)
    rows += table.rows.size();
  rows += digest.blocks.size();
  Paper paper(room, rows);
  if (!paper.add(fmt::format("## mrctl {}\n", digest.command) + totals_in(digest))) return {};
  add_list(paper, failures, "**");
  add_rest(paper, digest);
  return std::move(paper).take();
}

Digest digest_of_page(const FillPage& fill, DigestedTables tables) {
  SummaryPage page(tables);
  fill(page);
  return std::move(page).take();
}

} // namespace mrctl::output
