#include "mrctl/output/summary.hpp"

#include "mrctl/base/text.hpp"

#include "markup_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

// Rank of a finding; the worst is 0.
int rank_of(const Finding& finding) {
  const int of_severity = !finding.severity ? 2 : *finding.severity == Severity::error ? 0 : 1;
  switch (finding.result) {
  case CheckResult::failed:
    return of_severity;
  case CheckResult::passed:
    return 3 + of_severity + (finding.severity ? 0 : 1);
  case CheckResult::skipped:
    break;
  }
  return 5;
}

std::string_view result_name(CheckResult result) {
  switch (result) {
  case CheckResult::passed:
    return "passed";
  case CheckResult::failed:
    return "failed";
  case CheckResult::skipped:
    break;
  }
  return "unknown";
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

} // namespace

Digest digest_of(Findings findings) {
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return rank_of(a) < rank_of(b); });
  const auto count_of = [&](CheckResult result) {
    return std::ranges::count(findings, result, &Finding::result);
  };
  Digest digest;
  digest.totals = fmt::format("{} failed, {} passed, {} unknown", count_of(CheckResult::failed),
                              count_of(CheckResult::passed), count_of(CheckResult::skipped));
  digest.rows.names = {"result", "about", "check", "message"};
  for (auto& finding : findings)
    digest.rows.rows.push_back({std::string(result_name(finding.result)), std::move(finding.suite),
                                std::move(finding.name), std::move(finding.message)});
  return digest;
}

std::string summary(const Digest& digest, const std::vector<std::string>& failures,
                    std::size_t room) {
  Paper paper(room, digest.rows.rows.size() + failures.size());
  auto head = fmt::format("## mrctl {}\n", digest.command);
  if (!digest.totals.empty()) head += "\n" + markdown_text(digest.totals) + "\n";
  if (!paper.add(head)) return {};
  for (std::size_t i = 0; i < failures.size(); ++i)
    paper.add_row(fmt::format("{}- **{}**\n", i == 0 ? "\n" : "", markdown_text(failures[i])));
  add_table(paper, digest.rows);
  return std::move(paper).take();
}

} // namespace mrctl::output
