#include "mrctl/explain/explanation.hpp"
#include "mrctl/explain/explanation_report.hpp"
#include "mrctl/output/text.hpp"

#include "explanation_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mrctl::explain {

namespace {

constexpr std::size_t widest_name = 36; // longer ones push the rest of their line

// Draws one body.
class BodyDrawing {
public:
  BodyDrawing(const ExplainedBody& body, Detail detail, const output::Terminal& terminal);

  [[nodiscard]] std::string draw() &&;

private:
  void title();
  void sums();
  void group(const ModelGroup& group);
  void endpoint(const Judged& judged, std::size_t name_width, std::size_t rank_width);
  void common(const ModelGroup& group);
  void cost(const ModelGroup& group);
  void dead();
  void gains();
  void notes();
  void paragraph(std::string_view text, std::size_t indent, std::size_t hanging);
  void heading(std::string_view text);

  const ExplainedBody& body_;
  Detail detail_;
  const output::Terminal& terminal_;
  std::size_t width_;
  CommonChecks common_{}; // of the group
  std::string out_;
};

output::Style style_of_reach(Reach reach) {
  switch (reach) {
  case Reach::eligible:
    return output::Style::bold;
  case Reach::unknown:
    return output::Style::warning;
  case Reach::excluded:
    return output::Style::error;
  }
  return output::Style::plain;
}

bool has_eligible(const ExplainedBody& body) {
  return std::any_of(body.explanation.groups.begin(), body.explanation.groups.end(),
                     [](const ModelGroup& group) { return count_of(group, Reach::eligible) > 0; });
}

std::size_t name_width_of(const ModelGroup& group) {
  std::size_t width = 0;
  for (const auto& judged : group.endpoints) {
    const auto name = output::display_width(output::safe_text(name_of(*judged.endpoint)));
    if (name <= widest_name) width = std::max(width, name);
  }
  return width;
}

BodyDrawing::BodyDrawing(const ExplainedBody& body, Detail detail, const output::Terminal& terminal)
    : body_(body), detail_(detail), terminal_(terminal), width_(output::page_width(terminal)) {}

std::string BodyDrawing::draw() && {
  title();
  sums();
  const bool is_hopeless = !has_eligible(body_);
  if (is_hopeless) gains();
  for (const auto& each : body_.explanation.groups)
    group(each);
  dead();
  if (!is_hopeless) gains();
  notes();
  return std::move(out_);
}

void BodyDrawing::title() {
  if (body_.file.empty()) return;
  out_ += output::styled(output::safe_text(body_.slug), output::Style::bold, terminal_) + "  " +
          output::safe_text(body_.file) + "\n";
}

void BodyDrawing::sums() {
  for (const auto& group : body_.explanation.groups)
    paragraph(output::safe_text(group.model) + ": " + sum_of(group), 0, 2);
}

void BodyDrawing::heading(std::string_view text) {
  out_ += "\n";
  const auto lines = output::wrapped(text, width_, 2);
  for (const auto& line : lines)
    out_ += output::styled(line, output::Style::bold, terminal_) + "\n";
}

void BodyDrawing::group(const ModelGroup& group) {
  const auto shows = [&](const Judged& judged) { return is_shown(body_, judged); };
  if (std::none_of(group.endpoints.begin(), group.endpoints.end(), shows)) return;
  heading(fmt::format("{}, {}", output::safe_text(group.model), order_words(group)));
  common_ = detail_ == Detail::all_checks ? CommonChecks() : common_checks(group);
  common(group);
  const auto name_width = name_width_of(group);
  const auto rank_width = std::to_string(group.endpoints.size()).size();
  for (const auto& judged : group.endpoints)
    if (shows(judged)) endpoint(judged, name_width, rank_width);
  if (has_costs(group)) cost(group);
}

void BodyDrawing::endpoint(const Judged& judged, std::size_t name_width, std::size_t rank_width) {
  const auto rank = judged.rank ? std::to_string(*judged.rank) : std::string();
  const auto verdict = output::padded(std::string(reach_name(judged.reach)), 8);
  const auto name = output::safe_text(name_of(*judged.endpoint));
  const auto remarks = remarks_on(judged);
  const auto begin = 2 + rank_width + 2 + 8 + 2;
  out_ += "  " + std::string(rank_width - rank.size(), ' ') + rank + "  " +
          output::styled(verdict, style_of_reach(judged.reach), terminal_) + "  ";
  const auto name_end = begin + std::max(name_width, output::display_width(name)) + 2;
  if (remarks.empty() || name_end + output::display_width(remarks) > width_) {
    out_ += name + "\n";
    if (!remarks.empty()) paragraph(remarks, 6 + rank_width, 2);
  } else {
    out_ += output::padded(name, name_width) + "  " + remarks + "\n";
  }
  for (const auto& reason : reasons_of(body_, judged, common_, detail_))
    paragraph(output::safe_text(reason), 6 + rank_width, 2);
}

// What fails or is unknown alike for every endpoint is said once.
void BodyDrawing::common(const ModelGroup& group) {
  const auto& first = group.endpoints.front();
  for (const auto& check : first.checks)
    if (std::ranges::find(common_, check.demand) != common_.end())
      paragraph(output::safe_text(fmt::format("all {}: {}", group.endpoints.size(),
                                              reason_of(body_, first, check))),
                2, 2);
}

void BodyDrawing::cost(const ModelGroup& group) {
  paragraph(cost_words(group), 2, 2);
}

void BodyDrawing::dead() {
  const auto& dead = body_.explanation.dead;
  if (dead.empty()) return;
  heading("Entries that match no endpoint");
  for (std::size_t i = 0; i < dead.size(); ++i)
    paragraph(output::safe_text(dead_words(body_, i)), 2, 2);
}

void BodyDrawing::gains() {
  if (body_.gains.empty() || body_.shown_tag) return;
  heading("Single edits that gain most");
  for (const auto& gain : body_.gains)
    paragraph(output::safe_text(gain_words(body_, gain)), 2, 2);
}

// The last note is shown once, after all bodies.
void BodyDrawing::notes() {
  const auto& notes = body_.explanation.notes;
  if (notes.size() < 2) return;
  out_ += "\n";
  for (std::size_t i = 0; i + 1 < notes.size(); ++i)
    paragraph(output::safe_text("note: " + notes[i]), 0, 2);
}

void BodyDrawing::paragraph(std::string_view text, std::size_t indent, std::size_t hanging) {
  const std::string margin(indent, ' ');
  for (const auto& line : output::wrapped(text, width_ - indent, hanging))
    out_ += margin + line + "\n";
}

std::string rest_of(const Report& report, const output::Terminal& terminal) {
  if (report.bodies.empty()) return {};
  std::string out;
  if (!report.gates.empty())
    out += "\n" + output::styled("Gates", output::Style::bold, terminal) + "\n" +
           output::table(gate_grid(report), terminal, output::HeaderRow::hidden).text;
  out += "\n";
  const auto add = [&](const std::string& note) {
    for (const auto& line : output::wrapped("note: " + note, output::page_width(terminal), 2))
      out += line + "\n";
  };
  if (const auto assumed = assumed_words(report.assumed); !assumed.empty()) add(assumed);
  add(report.bodies.front().explanation.notes.back());
  return out;
}

} // namespace

std::string explanation_text(const Report& report, Detail detail, const output::Terminal& terminal,
                             output::HeaderRow header) {
  if (detail == Detail::rows) return rows_text(report, terminal, header);
  std::string out;
  for (const auto& body : report.bodies) {
    if (!out.empty()) out += "\n";
    out += BodyDrawing(body, detail, terminal).draw();
  }
  return output::with_plain_marks(out + rest_of(report, terminal), terminal);
}

} // namespace mrctl::explain
