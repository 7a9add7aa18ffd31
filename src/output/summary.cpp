#include "mrctl/output/summary.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/output/problem.hpp"

#include "markup_text.hpp"
#include "pages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

int rank_of(Tone tone) {
  switch (tone) {
  case Tone::bad:
    return 0;
  case Tone::doubtful:
    return 1;
  case Tone::plain:
  case Tone::good:
  case Tone::quiet:
    break;
  }
  return 2;
}

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
  std::string_view rest = table;
  const auto next = [&] {
    const auto line = rest.substr(0, rest.find('\n') + 1);
    rest.remove_prefix(line.size());
    return line;
  };
  const auto names = next();
  const auto rule = next();
  auto head = "\n" + std::string(names) + std::string(rule);
  for (bool is_first = true; !rest.empty(); is_first = false)
    paper.add_row(is_first ? head + std::string(next()) : std::string(next()));
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

std::string block_of(const Entry& entry) {
  return fmt::format("**{}** {}\n{}{}", markdown_text(entry.cells.at(0).value_or("")),
                     markdown_text(entry.cells.at(1).value_or("")), diff_of(entry.changes),
                     list_of(entry.facts));
}

// Collects what a page says for a summary: the sums, sentences, and rows by their rank.
class SummaryPage final : public Page {
public:
  void heading(std::string_view) override {}
  void title(std::string_view, const std::vector<std::string>&) override {}
  void sentence(std::string_view text) override { digest_.lines.emplace_back(text); }
  void detail(std::string_view text, Tone tone) override {
    if (tone != Tone::plain) sentence(text);
  }
  void aside(std::string_view text) override { sentence(text); }
  void part(std::string_view) override {}
  void problem(const Problem& problem) override;
  void entries(const EntryColumns& columns) override;
  void entry(const Entry& entry) override;
  void items(const ItemColumns& columns) override;
  void item(const Item& item) override;
  void list(const std::vector<Item>& items) override;
  void table(const Grid& grid, const OnHidden&) override;
  void chart(const Chart&, std::string_view) override {}
  void card(const std::vector<CardLine>&) override {}
  void document(std::string_view) override {}
  void code(std::string_view) override {}
  void verbatim(std::string_view) override {}
  void judgement(const Judgement& judgement) override;

  [[nodiscard]] Digest take() && {
    end_rows();
    std::stable_sort(blocks_.begin(), blocks_.end(),
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

  void begin_rows(std::vector<std::string> names);
  void add_row(int rank, Cells cells) { rows_.emplace_back(rank, std::move(cells)); }
  void end_rows();

  Digest digest_;
  std::vector<std::string> names_;
  std::vector<std::pair<int, Cells>> rows_;
  std::vector<std::pair<int, std::string>> blocks_; // by their ranks
  std::string folded_;                              // the title of what is folded
  std::vector<std::string> folded_names_;           // escaped
  bool has_groups_ = false;
};

void SummaryPage::begin_rows(std::vector<std::string> names) {
  end_rows();
  names_ = std::move(names);
}

void SummaryPage::end_rows() {
  if (rows_.empty()) return;
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  auto& table = digest_.tables.emplace_back(Records{names_});
  for (auto& row : rows_)
    table.rows.push_back(std::move(row.second));
  rows_.clear();
}

void SummaryPage::problem(const Problem& problem) {
  if (rows_.empty()) begin_rows({"place", "severity", "rule", "message"});
  auto message = problem.message;
  if (!problem.suggestion.empty()) message += "; " + advice(problem.suggestion);
  add_row(problem.severity == Severity::error ? 0 : 1,
          {location(problem), std::string(severity_name(problem.severity)), problem.rule,
           std::move(message)});
}

void SummaryPage::entries(const EntryColumns& columns) {
  std::vector<std::string> names;
  for (const auto& heading : columns.headings)
    names.push_back(heading.name);
  names.push_back(columns.remarks.name);
  begin_rows(std::move(names));
  folded_ = columns.folded;
}

void SummaryPage::entry(const Entry& entry) {
  if (!folded_.empty() && entry.tone == Tone::quiet && !is_long(entry)) {
    folded_names_.push_back(markdown_text(entry.cells[0].value_or("")));
    return;
  }
  auto cells = entry.cells;
  cells.push_back(text_or_nothing(fmt::format("{}", fmt::join(entry.remarks, "; "))));
  add_row(entry.rank, std::move(cells));
  if (is_long(entry)) blocks_.emplace_back(entry.rank, block_of(entry));
}

void SummaryPage::items(const ItemColumns& columns) {
  has_groups_ = !columns.group.empty();
  std::vector<std::string> names{lower_case(columns.name), "kind", "change"};
  if (has_groups_) names.insert(names.begin(), lower_case(columns.group));
  begin_rows(std::move(names));
}

void SummaryPage::item(const Item& item) {
  const auto add = [&](Tone tone, std::string_view word, const std::string& text) {
    Cells cells{item.name, std::string(word), text};
    if (has_groups_) cells.insert(cells.begin(), item.group);
    add_row(tone == Tone::bad ? 0 : 1, std::move(cells));
  };
  if (!item.word.empty()) add(item.tone, item.word, {});
  for (const auto& line : item.lines)
    add(line.tone, line.word, line.text);
}

void SummaryPage::list(const std::vector<Item>& items) {
  for (const auto& item : items)
    sentence(fmt::format("{} {}", item.sign == '-' ? "−" : std::string{item.sign}, item.name));
}

void SummaryPage::table(const Grid& grid, const OnHidden&) {
  std::vector<std::string> names;
  Cells about;
  for (const auto& [name, value] : grid.about) {
    names.push_back(name);
    about.emplace_back(value);
  }
  for (const auto& heading : grid.headings)
    names.push_back(grid.about.empty() ? heading.title : heading.name);
  if (names != names_ || grid.about.empty()) begin_rows(std::move(names));
  for (std::size_t i = 0; i < grid.rows.size(); ++i) {
    auto cells = about;
    cells.insert(cells.end(), grid.rows[i].begin(), grid.rows[i].end());
    if (!grid.remarks.empty() && !grid.remarks[i].empty())
      cells.back() = fmt::format("{}", fmt::join(grid.remarks[i], "; "));
    add_row(grid.tones.empty() ? 0 : rank_of(grid.tones[i]), std::move(cells));
  }
}

void SummaryPage::judgement(const Judgement& judgement) {
  end_rows();
  digest_.totals = total_of(judgement);
  std::vector<std::string> facts;
  for (const auto& fact : judgement.facts)
    facts.push_back(sentence_on(fact));
  digest_.lines.insert(digest_.lines.begin(), facts.begin(), facts.end());
  if (!judgement.gates.empty())
    digest_.tables.insert(digest_.tables.begin(),
                          {{"gate", "verdict", "why"}, grid_of(judgement.gates).rows});
}

} // namespace

Digest digest_of_page(const FillPage& fill) {
  SummaryPage page;
  fill(page);
  return std::move(page).take();
}

namespace {

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

} // namespace mrctl::output
