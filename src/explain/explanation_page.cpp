#include "mrctl/base/text.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/output/text.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

namespace mrctl::explain {

namespace {

// What people read, as rows: a writer for a terminal, and one for a browser.
class Page {
public:
  Page() = default;
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  virtual ~Page() = default;

  virtual void title(std::string_view slug, std::string_view file) = 0;
  virtual void heading(std::string_view text) = 0;
  virtual void sentence(std::string_view text, std::size_t indent) = 0;
  virtual void table(const output::Grid& grid) = 0;
  virtual void chart(const output::Chart& chart, std::string_view title) = 0;
  virtual void gap() = 0;
};

output::Tone tone_of(Reach reach) {
  switch (reach) {
  case Reach::eligible:
    return output::Tone::good;
  case Reach::unknown:
    return output::Tone::doubtful;
  case Reach::excluded:
    break;
  }
  return output::Tone::bad;
}

using Cell = std::optional<std::string>;

Cell cost_cell(const Judged& judged) {
  return judged.cost ? Cell(judged.cost->text()) : Cell();
}

// Only shown endpoints have rows; without ranks or costs, there is no column for them.
output::Grid grid_of(const ExplainedBody& body, const ModelGroup& group,
                     const CommonChecks& common) {
  using output::CellKind;
  const bool has_ranks = std::ranges::any_of(
      group.endpoints, [](const Judged& judged) { return judged.rank.has_value(); });
  const bool shows_costs = has_costs(group);
  output::Grid grid{{}, {}, {}, 2};
  if (has_ranks) grid.headings.push_back({"rank", "", CellKind::number});
  grid.headings.push_back({"tag", "TAG", CellKind::text, true});
  grid.headings.push_back({.name = "verdict", .title = "VERDICT", .is_toned = true});
  if (shows_costs) grid.headings.push_back({"cost", "COST", CellKind::number});
  grid.headings.push_back({.name = "why", .title = "WHY", .is_prose = true});
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body, judged)) continue;
    auto& row = grid.rows.emplace_back();
    if (has_ranks) row.emplace_back(judged.rank ? std::to_string(*judged.rank) : "");
    row.emplace_back(name_of(*judged.endpoint));
    row.emplace_back(reach_name(judged.reach));
    if (shows_costs) row.push_back(cost_cell(judged));
    row.emplace_back(brief_reasons(body, judged, common));
    grid.tones.push_back(tone_of(judged.reach));
  }
  return grid;
}

output::Chart chart_of(const ExplainedBody& body, const ModelGroup& group) {
  output::Chart chart{{{{"tag", "Endpoint", output::CellKind::text, true},
                        {.name = "verdict", .title = "Verdict", .is_toned = true},
                        {"cost", "USD", output::CellKind::number}},
                       {}},
                      {}};
  for (const auto& judged : group.endpoints) {
    if (!is_shown(body, judged)) continue;
    chart.grid.rows.push_back({name_of(*judged.endpoint), std::string(reach_name(judged.reach)),
                               judged.cost ? cost_cell(judged) : Cell("not known")});
    chart.bars.push_back(judged.cost ? std::optional(output::Extent{*judged.cost, *judged.cost})
                                     : std::nullopt);
  }
  return chart;
}

void write_group(Page& page, const ExplainedBody& body, const ModelGroup& group, Detail detail) {
  page.sentence(fmt::format("{}: {}; {}", group.model, sum_of(group), order_words(group)), 0);
  const auto common = common_checks(group);
  for (const auto& line : common_words(body, group, common))
    page.sentence(line, 2);
  const auto grid = grid_of(body, group, common);
  if (!grid.rows.empty()) page.table(grid);
  if (detail == Detail::all_checks)
    for (const auto& judged : group.endpoints)
      if (is_shown(body, judged))
        for (const auto& reason : reasons_of(body, judged, {}, detail))
          page.sentence(reason, 2);
  if (!has_costs(group)) return;
  page.sentence(cost_words(group), 2);
  page.chart(chart_of(body, group), "Cost of a request");
}

void write_body(Page& page, const ExplainedBody& body, Detail detail) {
  const auto& explanation = body.explanation;
  if (!body.file.empty()) page.title(body.slug, body.file);
  for (const auto& group : explanation.groups)
    write_group(page, body, group, detail);
  for (const auto& sentence : tier_words(explanation))
    page.sentence(sentence, 2);
  for (std::size_t i = 0; i < explanation.dead.size(); ++i)
    page.sentence(dead_words(body, i), 2);
  constexpr std::size_t most_gains = 3;
  std::vector<std::string> gains;
  for (const auto& gain : body.gains)
    if (gains.size() < most_gains) gains.push_back(brief_gain(body, gain));
  if (!gains.empty() && !body.shown_tag)
    page.sentence(fmt::format("one edit away: {}", fmt::join(gains, ", ")), 2);
  for (std::size_t i = 0; i + 1 < explanation.notes.size(); ++i)
    page.sentence("note: " + explanation.notes[i], 2);
}

void write_page(Page& page, const Report& report, Detail detail) {
  for (const auto& body : report.bodies) {
    if (&body != report.bodies.data()) page.gap();
    write_body(page, body, detail);
  }
  if (!report.gates.empty()) {
    page.gap();
    page.heading("Gates");
    page.table(gate_grid(report));
  }
  page.gap();
  if (const auto assumed = assumed_words(report.assumed); !assumed.empty())
    page.sentence("note: " + assumed, 0);
  if (!report.bodies.empty())
    page.sentence("note: " + report.bodies.front().explanation.notes.back(), 0);
}

class TextPage final : public Page {
public:
  TextPage(const output::Terminal& terminal, output::HeaderRow header)
      : terminal_(terminal), header_(header), width_(output::page_width(terminal)) {}

  void title(std::string_view slug, std::string_view file) override {
    out_ += output::styled(output::safe_text(slug), output::Style::bold, terminal_) + "  " +
            output::styled(output::safe_text(file), output::Style::dim, terminal_) + "\n";
  }
  void heading(std::string_view text) override {
    out_ += output::styled(text, output::Style::bold, terminal_) + "\n";
  }
  void sentence(std::string_view text, std::size_t indent) override {
    const std::string margin(indent, ' ');
    for (const auto& line : output::wrapped(output::safe_text(text), width_ - indent, 2))
      out_ += margin + line + "\n";
  }
  void table(const output::Grid& grid) override {
    out_ += output::table(grid, terminal_, header_).text;
  }
  void chart(const output::Chart& /*chart*/, std::string_view /*title*/) override {}
  void gap() override { out_ += "\n"; }

  [[nodiscard]] std::string take() && {
    return output::with_plain_marks(std::move(out_), terminal_);
  }

private:
  const output::Terminal& terminal_;
  output::HeaderRow header_;
  std::size_t width_;
  std::string out_;
};

class HtmlPage final : public Page {
public:
  void title(std::string_view slug, std::string_view file) override {
    out_ += output::html_element("h2", "",
                                 output::html_text(slug) + output::Markup{" "} +
                                     output::html_element("span", "dim", output::html_text(file))) +
            output::Markup{"\n"};
  }
  void heading(std::string_view text) override { out_ += output::html_heading(text); }
  void sentence(std::string_view text, std::size_t /*indent*/) override {
    out_ += output::html_paragraph(text);
  }
  void table(const output::Grid& grid) override { out_ += output::html_table(grid); }
  void chart(const output::Chart& chart, std::string_view title) override {
    out_ += output::html_chart(chart, title);
  }
  void gap() override {}

  [[nodiscard]] output::Markup take() && { return std::move(out_); }

private:
  output::Markup out_;
};

std::string words_of(const Problem& problem) {
  return fmt::format("{}: {}: {}", problem.place ? problem.place->file : problem.flag,
                     severity_name(problem.severity), problem.message);
}

constexpr std::array worst_first{Reach::excluded, Reach::unknown, Reach::eligible};

} // namespace

std::string rows_text(const Report& report, const output::Terminal& terminal,
                      output::HeaderRow header) {
  TextPage page(terminal, header);
  write_page(page, report, Detail::rows);
  return std::move(page).take();
}

output::Markup explanation_html(const Report& report, Detail detail) {
  HtmlPage page;
  page.sentence(totals_of(report), 0);
  for (const auto& problem : report.problems)
    page.sentence(words_of(problem), 0);
  write_page(page, report, detail);
  return std::move(page).take();
}

output::Digest explanation_digest(const Report& report) {
  output::Digest digest{totals_of(report), {{"preset", "model", "endpoint", "verdict", "why"}}};
  if (const auto assumed = assumed_words(report.assumed); !assumed.empty())
    digest.totals += "; " + assumed;
  for (const auto& problem : report.problems)
    digest.rows.rows.push_back({problem.place ? Cell(problem.place->file) : Cell(), std::nullopt,
                                std::nullopt, "error", problem.message});
  for (const auto is_met : {false, true})
    for (const auto& verdict : report.gates)
      if (verdict.is_met == is_met)
        digest.rows.rows.push_back(
            {output::text_or_nothing(report.bodies[verdict.body].file),
             verdict.group
                 ? Cell(report.bodies[verdict.body].explanation.groups[*verdict.group].model)
                 : Cell(),
             std::nullopt, is_met ? "ok" : "FAILED", sentence_on(verdict, report.bodies)});
  for (const auto& body : report.bodies)
    for (std::size_t i = 0; i < body.explanation.dead.size(); ++i)
      digest.rows.rows.push_back({output::text_or_nothing(body.file), std::nullopt, std::nullopt,
                                  "warning", dead_words(body, i)});
  for (const auto reach : worst_first)
    for (const auto& body : report.bodies)
      for (const auto& group : body.explanation.groups)
        for (const auto& judged : group.endpoints)
          if (judged.reach == reach && is_shown(body, judged))
            digest.rows.rows.push_back({output::text_or_nothing(body.file), group.model,
                                        name_of(*judged.endpoint), std::string(reach_name(reach)),
                                        brief_reasons(body, judged, {})});
  return digest;
}

} // namespace mrctl::explain
