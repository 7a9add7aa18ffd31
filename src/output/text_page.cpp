#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"

#include "pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::output {

namespace {

constexpr int widest_name = 40;
constexpr int beside_name = 31; // "~ ", gaps, a word and "version 12 → 13"
constexpr std::size_t name_gap = 3;
constexpr std::size_t word_gap = 2;
constexpr std::size_t remark_indent = 4;
constexpr int narrowest_remark = 20;
constexpr std::size_t most_listed = 20;
constexpr std::size_t kind_width = 20; // of the longest kind of change

std::string_view mark_of(Tone tone) {
  return tone == Tone::bad ? "! " : "  ";
}

Style style_of_tone(Tone tone) {
  return tone == Tone::bad ? Style::error : Style::plain;
}

// Writes a page for a terminal, part by part.
class TextPage final : public Page {
public:
  TextPage(const Target& target, const Write& write)
      : target_(target), terminal_(target.terminal), width_(page_width(terminal_)), write_(write) {}

  [[nodiscard]] bool is_brief() const override { return true; }
  void heading(std::string_view text) override { wrap({}, text, 2, Style::bold); }
  void title(std::string_view name, const std::vector<std::string>& details) override;
  void sentence(std::string_view text) override { wrap({}, text, 2, Style::plain); }
  void detail(std::string_view text, Tone) override;
  void aside(std::string_view) override {}
  void part(std::string_view) override;
  void problem(const Problem& problem) override;
  void entries(const EntryColumns& columns) override;
  void entry(const Entry& entry) override;
  void items(const ItemColumns&) override {}
  void item(const Item& item) override;
  void list(const std::vector<Item>& items) override;
  void table(const Grid& grid, const OnHidden& hidden) override;
  void chart(const Chart& chart, std::string_view title) override;
  void card(const std::vector<CardLine>& lines) override;
  void cards(const std::vector<std::vector<CardLine>>& cards, const OnHidden& hidden) override;
  void document(std::string_view json) override { add(coloured_json(json, terminal_)); }
  void code(std::string_view text) override { add(safe_layout(text)); }
  void verbatim(std::string_view text) override { add(text); }
  void judgement(const Judgement& judgement) override;
  void manual(std::string_view text) override { add(with_bold_headings(text, terminal_)); }

private:
  void add(std::string_view text);
  void sum(const Judgement& judgement);
  void wrap(std::string_view beginning, std::string_view text, std::size_t hanging, Style style);
  void remark(std::string_view text);
  [[nodiscard]] std::string shown(std::string_view text) const {
    return with_plain_marks(safe_text(text), terminal_);
  }

  const Target& target_;
  const Terminal& terminal_;
  std::size_t width_; // of running text
  const Write& write_;
  bool is_empty_ = true;
  std::size_t name_width_ = 0;
  std::size_t word_width_ = 0;
  std::string group_;
};

void TextPage::add(std::string_view text) {
  if (text.empty()) return;
  is_empty_ = false;
  write_(text);
}

void TextPage::wrap(std::string_view beginning, std::string_view text, std::size_t hanging,
                    Style style) {
  std::string out;
  for (const auto& line : wrapped(std::string(beginning) + shown(text), width_, hanging))
    out += styled(line, style, terminal_) + "\n";
  add(out);
}

void TextPage::detail(std::string_view text, Tone) {
  constexpr std::size_t indent = 2;
  std::string out;
  for (const auto& line : wrapped(shown(text), width_ - indent, 2))
    out += std::string(indent, ' ') + line + "\n";
  add(out);
}

TableForm form_of_tables(const Target& target) {
  if (target.format == Format::card) return TableForm::cards;
  return target.shown == Shown::wide ? TableForm::whole : TableForm::fitted;
}

// "acme/large  Acme Large  text->text", shortened to the terminal unless the table is as wide as it
// is.
void TextPage::title(std::string_view name, const std::vector<std::string>& details) {
  if (target_.names == Names::hidden) return;
  const auto beginning = shown(name);
  std::string rest;
  for (const auto& detail : details)
    rest += "  " + safe_text(detail);
  if (terminal_.width && form_of_tables(target_) != TableForm::whole) {
    const auto left = *terminal_.width - static_cast<int>(display_width(beginning));
    rest = shortened(rest, static_cast<std::size_t>(std::max(0, left)), ellipsis(terminal_));
  }
  add(styled(beginning, Style::bold, terminal_) + rest + "\n");
}

void TextPage::part(std::string_view) {
  if (!is_empty_) add("\n");
}

void TextPage::problem(const Problem& problem) {
  if (problem.severity == Severity::error || target_.has_warnings)
    add(problem_text(problem, terminal_));
}

// Names that are too long push the rest of their row.
void TextPage::entries(const EntryColumns& columns) {
  const auto room = terminal_.width ? *terminal_.width - beside_name : widest_name;
  const auto most = static_cast<std::size_t>(std::clamp(room, 0, widest_name));
  name_width_ = 0;
  columns.names([&](std::string_view name) {
    if (name.size() <= most) name_width_ = std::max(name_width_, name.size());
  });
  name_width_ += name_gap;
  word_width_ = columns.word_width;
}

// "~ support   update   version 12".
void TextPage::entry(const Entry& entry) {
  auto row = entry.sign + padded(safe_text(entry.cells[0].value_or("")), name_width_, name_gap) +
             padded(entry.cells[1].value_or(""), word_width_, word_gap) + shown(entry.detail);
  row.erase(row.find_last_not_of(' ') + 1);
  auto lines = wrapped_lines(row, terminal_, remark_indent);
  lines.pop_back();
  add(styled(lines, entry.style, terminal_) + "\n");
  for (const auto& each : entry.remarks)
    remark(each);
  add(change_texts(entry.changes, entry.facts, terminal_));
}

void TextPage::remark(std::string_view text) {
  const std::string margin(remark_indent, ' ');
  if (!terminal_.width) return add(margin + shown(text) + "\n");
  const auto width = std::max(*terminal_.width - static_cast<int>(remark_indent), narrowest_remark);
  for (const auto& line : wrapped(shown(text), static_cast<std::size_t>(width)))
    add(margin + line + "\n");
}

void TextPage::item(const Item& item) {
  if (!item.group.empty() && item.group != group_) heading(item.group);
  group_ = item.group;
  wrap(fmt::format("{}{} ", mark_of(item.tone), item.sign), item.name, 6, style_of_tone(item.tone));
  for (const auto& line : item.lines) {
    const auto beginning = fmt::format("{}    {:<{}}  ", mark_of(line.tone), line.word, kind_width);
    wrap(beginning, line.text, beginning.size(), style_of_tone(line.tone));
  }
}

void TextPage::list(const std::vector<Item>& items) {
  const auto shown = std::min(items.size(), most_listed);
  for (std::size_t i = 0; i < shown; ++i)
    item(items[i]);
  if (shown < items.size()) sentence(fmt::format("    and {} more", items.size() - shown));
}

void TextPage::table(const Grid& grid, const OnHidden& hidden) {
  const auto header = target_.names == Names::shown ? HeaderRow::shown : HeaderRow::hidden;
  const auto drawn = output::table(grid, terminal_, header, form_of_tables(target_));
  if (hidden && !drawn.hidden.empty()) hidden(drawn.hidden);
  add(drawn.text);
}

void TextPage::chart(const Chart& chart, std::string_view title) {
  if (target_.names == Names::shown) {
    const auto width = static_cast<std::size_t>(std::max(1, terminal_.width.value_or(1)));
    const auto line =
        terminal_.width ? shortened(title, width, ellipsis(terminal_)) : std::string(title);
    add(styled(line, Style::dim, terminal_) + "\n");
  }
  add(output::chart(chart, terminal_));
}

void TextPage::card(const std::vector<CardLine>& lines) {
  auto shown = lines;
  if (target_.shown != Shown::wide)
    std::erase_if(shown, [](const CardLine& line) { return line.shown == Shown::wide; });
  part({});
  add(output::card(shown, terminal_));
}

void TextPage::cards(const std::vector<std::vector<CardLine>>& cards, const OnHidden& hidden) {
  if (cards.size() < 2 || target_.format == Format::card) return Page::cards(cards, hidden);
  table(grid_of_cards(cards), hidden);
}

void TextPage::judgement(const Judgement& judgement) {
  for (const auto& fact : judgement.facts)
    sentence(sentence_on(fact));
  if (!judgement.gates.empty()) {
    heading("Gates");
    table(grid_of(judgement.gates), {});
  }
  sum(judgement);
}

// Breaks between the parts only.
void TextPage::sum(const Judgement& judgement) {
  if (judgement.sum.empty()) return;
  auto line = shown(judgement.sum);
  if (judgement.parts.empty()) return add(wrapped_lines(line, terminal_, 0));
  const auto* separator = ": ";
  for (const auto& part : judgement.parts) {
    line += separator;
    if (line.size() + part.size() >= width_) {
      line.pop_back();
      add(line + "\n");
      line = "  ";
    }
    line += shown(part);
    separator = ", ";
  }
  add(line + "\n");
}

} // namespace

void write_text_page(const FillPage& fill, const Target& target, const Write& write) {
  TextPage page(target, write);
  fill(page);
}

} // namespace mrctl::output
