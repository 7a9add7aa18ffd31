#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"

#include "pages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::output {

namespace {

constexpr int widest_name = 40;
constexpr int beside_name = 31; // "~ ", gaps, a word and "version 12 → 13"
constexpr std::size_t name_gap = 3;
constexpr std::size_t word_gap = 2;
constexpr std::size_t remark_indent = 4;
constexpr int narrowest_remark = 20;
constexpr std::size_t kind_width = 20; // of the longest kind of change

std::string_view mark_of(Tone tone) {
  return tone == Tone::bad ? "! " : "  ";
}

Style style_of_tone(Tone tone) {
  return tone == Tone::bad ? Style::error : Style::plain;
}

TableForm form_of_tables(const Target& target) {
  return target.shown == Shown::wide ? TableForm::whole : TableForm::fitted;
}

// Writes a page for a terminal, part by part.
class TextPage final : public Page {
public:
  TextPage(const Target& target, const Write& write)
      : target_(target), terminal_(target.terminal), width_(page_width(terminal_)), write_(write) {}

  [[nodiscard]] bool is_brief() const override { return true; }
  void rows(const PageRows& rows) override {
    switch (rows.layout) {
    case RowLayout::table:
      return table(rows.grid, rows.hidden);
    case RowLayout::lines:
      return lines(rows);
    case RowLayout::stack:
      return rows.each([&](const PageRow& row) { stacked(row); });
    case RowLayout::shared:
      return rows.each([&](const PageRow& row) { add_shared(row); });
    case RowLayout::problems:
      return problems(rows);
    }
  }

  void sentence(std::string_view text, Stands stands, Tone) override {
    if (stands == Stands::beside) return;
    if (stands == Stands::alone) return wrap({}, text, 2, Style::plain);
    constexpr std::size_t indent = 2;
    for (const auto& line : wrapped(shown(text), width_ - indent, 2))
      add(std::string(indent, ' ') + line + "\n");
  }

  // "acme/large  Acme Large  text->text", shortened to the terminal unless the table is as wide as
  // it is.
  void heading(std::string_view text,
               const std::optional<std::vector<std::string>>& details) override {
    if (!details) return wrap({}, text, 2, Style::bold);
    if (target_.names == Names::hidden) return;
    const auto beginning = shown(text);
    std::string rest;
    for (const auto& detail : *details)
      rest += "  " + safe_text(detail);
    if (terminal_.width && form_of_tables(target_) != TableForm::whole) {
      const auto left = *terminal_.width - static_cast<int>(display_width(beginning));
      rest = shortened(rest, static_cast<std::size_t>(std::max(0, left)), ellipsis(terminal_));
    }
    add(styled(beginning, Style::bold, terminal_) + rest + "\n");
  }

  void part(std::string_view) override {
    if (!is_empty_) add("\n");
  }
  void card(const std::vector<std::vector<CardLine>>& cards, const OnHidden& hidden) override {
    if (cards.size() > 1) return table(grid_of_cards(cards), hidden);
    if (cards.empty()) return;
    auto lines = cards.front();
    if (target_.shown != Shown::wide)
      std::erase_if(lines, [](const CardLine& line) { return line.shown == Shown::wide; });
    part({});
    add(output::card(lines, terminal_));
  }

  void chart(const Chart& chart, std::string_view title) override {
    if (target_.names == Names::shown) {
      const auto width = static_cast<std::size_t>(std::max(1, terminal_.width.value_or(1)));
      const auto line =
          terminal_.width ? shortened(title, width, ellipsis(terminal_)) : std::string(title);
      add(styled(line, Style::dim, terminal_) + "\n");
    }
    add(output::chart(chart, terminal_));
  }

  void code(std::string_view text, CodeOf whose) override {
    if (whose == CodeOf::service) return add(safe_layout(text));
    add(whose == CodeOf::help ? with_bold_headings(text, terminal_) : text);
  }

  void document(std::string_view json) override { add(coloured_json(json, terminal_)); }
  void judgement(const Judgement& judgement) override {
    for (const auto& fact : judgement.facts)
      if (!fact.is_to_copy) sentence(sentence_on(fact), Stands::alone, {});
    if (!judgement.gates.empty()) {
      heading("Gates", {});
      table(grid_of(judgement.gates, GateOrder::given), {});
    }
    for (const auto& waiver : judgement.waivers)
      sentence(waiver, Stands::below, Tone::doubtful);
    if (target_.is_report) add(problems_text(judgement.problems, terminal_));
    sum(judgement);
    for (const auto& fact : judgement.facts)
      if (fact.is_to_copy) add(shown(sentence_on(fact)) + "\n");
  }

private:
  void add(std::string_view text) {
    if (text.empty()) return;
    is_empty_ = false;
    write_(text);
  }

  void table(const Grid& grid, const OnHidden& hidden) {
    const auto header = target_.names == Names::shown ? HeaderRow::shown : HeaderRow::hidden;
    const auto drawn = output::table(grid, terminal_, header, form_of_tables(target_));
    if (hidden && !drawn.hidden.empty()) hidden(drawn.hidden);
    add(drawn.text);
  }

  // "~ support   update   version 12". Names that are too long push the rest of their row.
  void lines(const PageRows& rows) {
    const auto room = terminal_.width ? *terminal_.width - beside_name : widest_name;
    const auto most = static_cast<std::size_t>(std::clamp(room, 0, widest_name));
    std::size_t name_width = 0;
    rows.names([&](std::string_view name) {
      if (name.size() <= most) name_width = std::max(name_width, name.size());
    });
    rows.each([&](const PageRow& row) {
      auto line = row.sign +
                  padded(safe_text(row.cells[0].value_or("")), name_width + name_gap, name_gap) +
                  padded(row.cells[1].value_or(""), rows.word_width, word_gap) + shown(row.detail);
      line.erase(line.find_last_not_of(' ') + 1);
      auto wrapped = wrapped_lines(line, terminal_, remark_indent);
      wrapped.pop_back();
      add(styled(wrapped, row.style, terminal_) + "\n");
      for (const auto& each : row.remarks)
        if (row.detail.find(each) == std::string::npos) remark(each);
      add(change_texts(row.changes, row.facts, terminal_));
    });
  }

  // Draws one row of a name. The only row of a name that came or went as a whole has no text.
  void stacked(const PageRow& row) {
    const auto text = row.cells[2].value_or("");
    if (!row.sign.empty()) {
      const auto tone = text.empty() ? row.tone : Tone::plain;
      wrap(fmt::format("{}{} ", mark_of(tone), row.sign), row.cells[0].value_or(""), 6,
           style_of_tone(tone));
    }
    if (text.empty()) return;
    const auto beginning =
        fmt::format("{}    {:<{}}  ", mark_of(row.tone), row.cells[1].value_or(""), kind_width);
    wrap(beginning, text, beginning.size(), style_of_tone(row.tone));
  }

  void problems(const PageRows& rows) {
    const auto each_shown = [&](const auto& take) {
      rows.each([&](const PageRow& row) {
        if (row.problem->severity == Severity::error || target_.has_warnings) take(*row.problem);
      });
    };
    std::size_t count = 0;
    each_shown([&](const Problem&) { ++count; });
    const auto stands = count == 1 ? ProblemStands::alone : ProblemStands::among_others;
    each_shown([&](const Problem& problem) { add(problem_text(problem, terminal_, stands)); });
  }

  void add_shared(const PageRow& row) {
    const auto sentence = sentence_on_shared(row);
    const auto line = sentence.value_or(
        fmt::format("{} ({}):", row.cells[0].value_or(""), row.cells[1].value_or("")));
    add(wrapped_lines(shown(line), terminal_, 2));
    if (!sentence) add(change_texts(row.changes, {}, terminal_));
  }

  // Writes the sum, and breaks its line between the parts only.
  void sum(const Judgement& judgement) {
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

  void wrap(std::string_view beginning, std::string_view text, std::size_t hanging, Style style) {
    std::string out;
    for (const auto& line : wrapped(std::string(beginning) + shown(text), width_, hanging))
      out += styled(line, style, terminal_) + "\n";
    add(out);
  }

  void remark(std::string_view text) {
    const std::string margin(remark_indent, ' ');
    if (!terminal_.width) return add(margin + shown(text) + "\n");
    const auto width =
        std::max(*terminal_.width - static_cast<int>(remark_indent), narrowest_remark);
    for (const auto& line : wrapped(shown(text), static_cast<std::size_t>(width)))
      add(margin + line + "\n");
  }

  [[nodiscard]] std::string shown(std::string_view text) const {
    return with_plain_marks(safe_text(text), terminal_);
  }

  const Target& target_;
  const Terminal& terminal_;
  std::size_t width_; // of running text
  const Write& write_;
  bool is_empty_ = true;
};

} // namespace

void write_text_page(const FillPage& fill, const Target& target, const Write& write) {
  TextPage page(target, write);
  fill(page);
}

} // namespace mrctl::output
