#include "mrctl/output/summary.hpp"

#include "mrctl/base/text.hpp"

#include "markup_text.hpp"

#include <fmt/format.h>

#include <algorithm>
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
