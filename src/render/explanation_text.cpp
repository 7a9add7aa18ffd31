#include "mrctl/base/path.hpp"
#include "mrctl/render/explanation.hpp"
#include "mrctl/render/text.hpp"
#include "mrctl/routing/words.hpp"

#include "wrap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace mrctl::render {

namespace {

using routing::Group;
using routing::Judged;
using routing::Reach;

constexpr std::size_t usual_width = 80; // also off a terminal, where words are wrapped all the same
constexpr std::size_t narrowest = 40;
constexpr std::size_t widest_name = 36; // longer ones push what follows to the right

// Draws one body.
class Drawing {
public:
  Drawing(const ExplainedBody& body, ShownChecks checks, const Terminal& terminal);

  [[nodiscard]] std::string draw() &&;

private:
  void title();
  void sums();
  void group(const Group& group);
  void endpoint(const Judged& judged, std::size_t name_width, std::size_t rank_width);
  void reasons(const Judged& judged, std::size_t indent);
  void cost(const Group& group);
  void dead();
  void gains();
  void notes();
  void paragraph(std::string_view text, std::size_t indent, std::size_t hanging);
  void heading(std::string_view text);
  [[nodiscard]] std::string member_of(const routing::Demand& demand, std::size_t position) const;

  const ExplainedBody& body_;
  ShownChecks checks_;
  const Terminal& terminal_;
  std::size_t width_;
  std::string out_;
};

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string sum_of(const Group& group) {
  std::string out = counted(group.endpoints.size(), "endpoint") + ":";
  for (const auto reach : routing::all_reaches)
    out += fmt::format("{} {} {}", reach == Reach::eligible ? "" : ",", count_of(group, reach),
                       reach_name(reach));
  return out;
}

// What decides the order of a group, for people.
std::string order_words(const Group& group) {
  if (group.reason == "order") return "tried in the order of provider.order";
  if (group.reason == "balanced") return "in no fixed order: the service balances the load";
  if (group.reason.starts_with("sort: not"))
    return "sorted by the service; a listing does not show the order";
  return fmt::format("sorted by {}", group.reason.substr(std::string_view("sort: ").size()));
}

Style style_of(Reach reach) {
  switch (reach) {
  case Reach::eligible:
    return Style::bold;
  case Reach::unknown:
    return Style::warning;
  case Reach::excluded:
    return Style::error;
  }
  return Style::plain;
}

std::string padded(std::string_view text, std::size_t width) {
  const auto taken = display_width(text);
  return std::string(text) + std::string(taken < width ? width - taken : 0, ' ');
}

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& item : items)
    out += (out.empty() ? "" : ", ") + item;
  return out;
}

// What follows the name: why it has its rank, what is known of its state, what it costs.
std::string remarks_on(const Judged& judged) {
  std::vector<std::string> parts;
  if (judged.reason.starts_with("order[")) parts.push_back("provider." + judged.reason);
  if (judged.reason == "fallback") parts.emplace_back("fallback");
  if (judged.is_degraded) parts.emplace_back("degraded");
  if (judged.cost) parts.push_back(judged.cost->text() + " USD");
  return joined(parts);
}

std::string range_words(const routing::CostRange& range) {
  if (!range.least) return "not known";
  if (*range.least == *range.most) return range.least->text() + " USD";
  return fmt::format("{} to {} USD", range.least->text(), range.most->text());
}

// What the range is where unknown endpoints count too.
std::string range_if_unknown(const routing::GroupCost& cost) {
  const auto words = range_words(cost.with_unknown);
  return words == range_words(cost.eligible) ? "the same" : words;
}

bool has_costs(const Group& group) {
  return std::any_of(group.endpoints.begin(), group.endpoints.end(),
                     [](const Judged& judged) { return judged.cost.has_value(); });
}

std::vector<std::string> names_without_cost(const Group& group) {
  std::vector<std::string> names;
  for (const auto& judged : group.endpoints)
    if (judged.reach != Reach::excluded && !judged.cost)
      names.push_back(routing::name_of(*judged.endpoint));
  return names;
}

bool has_eligible(const ExplainedBody& body) {
  return std::any_of(body.explanation.groups.begin(), body.explanation.groups.end(),
                     [](const Group& group) { return count_of(group, Reach::eligible) > 0; });
}

std::size_t total_of(const ExplainedBody& body) {
  std::size_t total = 0;
  for (const auto& group : body.explanation.groups)
    total += group.endpoints.size();
  return total;
}

std::size_t name_width_of(const Group& group) {
  std::size_t width = 0;
  for (const auto& judged : group.endpoints) {
    const auto name = display_width(safe_text(routing::name_of(*judged.endpoint)));
    if (name <= widest_name) width = std::max(width, name);
  }
  return width;
}

Drawing::Drawing(const ExplainedBody& body, ShownChecks checks, const Terminal& terminal)
    : body_(body), checks_(checks), terminal_(terminal),
      width_(terminal.width
                 ? std::max<std::size_t>(static_cast<std::size_t>(*terminal.width), narrowest)
                 : usual_width) {}

std::string Drawing::draw() && {
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

void Drawing::title() {
  if (body_.file.empty()) return;
  out_ +=
      styled(safe_text(body_.slug), Style::bold, terminal_) + "  " + safe_text(body_.file) + "\n";
}

void Drawing::sums() {
  for (const auto& group : body_.explanation.groups)
    paragraph(safe_text(group.model) + ": " + sum_of(group), 0, 2);
}

void Drawing::heading(std::string_view text) {
  out_ += "\n";
  const auto lines = wrapped(text, width_, 2);
  for (const auto& line : lines)
    out_ += styled(line, Style::bold, terminal_) + "\n";
}

void Drawing::group(const Group& group) {
  const auto shows = [&](const Judged& judged) { return is_shown(body_, judged); };
  if (std::none_of(group.endpoints.begin(), group.endpoints.end(), shows)) return;
  heading(fmt::format("{}, {}", safe_text(group.model), order_words(group)));
  const auto name_width = name_width_of(group);
  const auto rank_width = std::to_string(group.endpoints.size()).size();
  for (const auto& judged : group.endpoints)
    if (shows(judged)) endpoint(judged, name_width, rank_width);
  if (has_costs(group)) cost(group);
}

void Drawing::endpoint(const Judged& judged, std::size_t name_width, std::size_t rank_width) {
  const auto rank = judged.rank ? std::to_string(*judged.rank) : std::string();
  const auto verdict = padded(std::string(reach_name(judged.reach)), 8);
  const auto name = safe_text(routing::name_of(*judged.endpoint));
  const auto remarks = remarks_on(judged);
  const auto begin = 2 + rank_width + 2 + 8 + 2;
  out_ += "  " + std::string(rank_width - rank.size(), ' ') + rank + "  " +
          styled(verdict, style_of(judged.reach), terminal_) + "  ";
  const auto name_end = begin + std::max(name_width, display_width(name)) + 2;
  if (remarks.empty() || name_end + display_width(remarks) > width_) {
    out_ += name + "\n";
    if (!remarks.empty()) paragraph(remarks, 6 + rank_width, 2);
  } else {
    out_ += padded(name, name_width) + "  " + remarks + "\n";
  }
  reasons(judged, 6 + rank_width);
}

std::string Drawing::member_of(const routing::Demand& demand, std::size_t position) const {
  const auto member =
      demand.pointer.empty() ? std::string("--prompt-tokens") : dotted(demand.pointer);
  const auto& place = body_.places[position];
  return place.empty() || place == member ? member : fmt::format("{} ({})", member, place);
}

void Drawing::reasons(const Judged& judged, std::size_t indent) {
  for (const auto& check : judged.checks) {
    const bool is_deciding = check.verdict != routing::Verdict::pass;
    if (!is_deciding && checks_ == ShownChecks::deciding) continue;
    const auto& demand = body_.explanation.demands[check.demand];
    const auto verdict = checks_ == ShownChecks::all
                             ? fmt::format("{}: ", verdict_name(check.verdict))
                             : std::string();
    paragraph(safe_text(fmt::format("{}{}: {}", verdict, member_of(demand, check.demand),
                                    words_of(demand, check))),
              indent, 2);
  }
  if (judged.drops && !judged.drops->empty() && judged.reach != Reach::excluded)
    paragraph(safe_text("drops " + joined(*judged.drops) + ", which it does not support"), indent,
              2);
  if (checks_ == ShownChecks::all && judged.fix)
    paragraph(safe_text("to include it: " + words_of(*judged.fix)), indent, 2);
}

void Drawing::cost(const Group& group) {
  const auto unknown = count_of(group, Reach::unknown);
  const bool has_eligible = count_of(group, Reach::eligible) > 0;
  auto text = has_eligible ? fmt::format("cost of a request: {} on eligible endpoints",
                                         range_words(group.cost.eligible))
                           : std::string("cost of a request: no endpoint is eligible");
  if (unknown > 0) text += fmt::format(", {} if unknown ones count", range_if_unknown(group.cost));
  if (const auto names = names_without_cost(group); !names.empty())
    text += "; not known for " + joined(names);
  paragraph(safe_text(text), 2, 2);
}

void Drawing::dead() {
  const auto& dead = body_.explanation.dead;
  if (dead.empty()) return;
  heading("Entries that match no endpoint");
  for (std::size_t i = 0; i < dead.size(); ++i) {
    const auto& place = body_.dead_places[i];
    auto text = dotted(dead[i].path);
    if (!place.empty()) text += fmt::format(" ({})", place);
    text += fmt::format(": '{}'", dead[i].entry);
    if (!dead[i].suggestion.empty())
      text += fmt::format("; did you mean '{}'?", dead[i].suggestion);
    paragraph(safe_text(text), 2, 2);
  }
}

void Drawing::gains() {
  if (body_.gains.empty() || body_.shown_tag) return;
  heading("Single edits that gain most");
  for (const auto& gain : body_.gains) {
    auto text = fmt::format("{}: {} of {} eligible", words_of(gain.edit), gain.eligible,
                            counted(total_of(body_), "endpoint"));
    if (!gain.added.empty()) text += ", adds " + joined(gain.added);
    if (!gain.unknown.empty()) text += "; unknown instead of excluded: " + joined(gain.unknown);
    paragraph(safe_text(text), 2, 2);
  }
}

// The last note is said once, behind all bodies.
void Drawing::notes() {
  const auto& notes = body_.explanation.notes;
  if (notes.size() < 2) return;
  out_ += "\n";
  for (std::size_t i = 0; i + 1 < notes.size(); ++i)
    paragraph(safe_text("note: " + notes[i]), 0, 2);
}

void Drawing::paragraph(std::string_view text, std::size_t indent, std::size_t hanging) {
  const std::string margin(indent, ' ');
  for (const auto& line : wrapped(text, width_ - indent, hanging))
    out_ += margin + line + "\n";
}

std::string last_note(const ExplainedBodies& bodies, const Terminal& terminal) {
  if (bodies.empty()) return {};
  const auto width =
      terminal.width ? std::max<std::size_t>(static_cast<std::size_t>(*terminal.width), narrowest)
                     : usual_width;
  std::string out = "\n";
  for (const auto& line : wrapped("note: " + bodies.front().explanation.notes.back(), width, 2))
    out += line + "\n";
  return out;
}

} // namespace

std::string explanation_text(const ExplainedBodies& bodies, ShownChecks checks,
                             const Terminal& terminal) {
  std::string out;
  for (const auto& body : bodies) {
    if (!out.empty()) out += "\n";
    out += Drawing(body, checks, terminal).draw();
  }
  return with_plain_marks(out + last_note(bodies, terminal), terminal);
}

} // namespace mrctl::render
