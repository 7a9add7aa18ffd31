#include "mrctl/output/problem.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/output/text.hpp"

#include "annotation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace mrctl::output {

namespace {

constexpr std::size_t widest_without_terminal = 120;
constexpr std::size_t narrowest_source = 20;
constexpr std::size_t widest_source = 300;
// A line may have megabytes, so only this many code points around the mark are processed, more than
// are shown.
constexpr std::size_t neighbourhood = 400;
constexpr std::string_view tab_shown = "    ";

// The escaped source line, cut at the borders of the marked part.
struct Source {
  std::string before;
  std::string marked;
  std::string after;
};

// Returns the byte offset of the code point `count` after the one at `from`.
std::size_t advance(std::string_view line, std::size_t from, std::size_t count) {
  auto at = from;
  for (; count > 0 && at < line.size(); --count)
    for (++at; at < line.size() && is_continuation(line[at]);)
      ++at;
  return at;
}

std::size_t retreat(std::string_view line, std::size_t from, std::size_t count) {
  auto at = from;
  for (; count > 0 && at > 0; --count)
    for (--at; at > 0 && is_continuation(line[at]);)
      --at;
  return at;
}

std::string shown_part(std::string_view part) {
  std::string expanded;
  for (const char c : part) {
    if (c == '\t')
      expanded += tab_shown;
    else
      expanded += c;
  }
  return safe_text(expanded);
}

Source split_at_part(const Place& place) {
  std::string_view line = place.line_text;
  while (line.ends_with('\n') || line.ends_with('\r'))
    line.remove_suffix(1);
  const auto begin = advance(line, 0, place.column - std::min(place.column, place.first_column));
  const auto end = advance(line, begin, std::clamp<std::size_t>(place.underline, 1, neighbourhood));
  const auto first = retreat(line, begin, neighbourhood);
  const auto last = advance(line, end, neighbourhood);
  return {shown_part(line.substr(first, begin - first)),
          shown_part(line.substr(begin, end - begin)), shown_part(line.substr(end, last - end))};
}

// Leaves at least a third of the width to the marked part and the rest of the line, if there is
// one.
void cut_left(Source& source, std::size_t width, std::string_view mark) {
  const auto room = width - width / 3;
  const auto needed = display_width(source.before) + display_width(source.marked);
  if (needed <= room || needed + display_width(source.after) <= width) return;
  const auto kept = std::max(width / 2, display_width(mark)) - display_width(mark);
  if (display_width(source.before) <= kept) return;
  source.before = std::string(mark).append(trailing_columns(source.before, kept));
}

std::size_t source_width(const Terminal& terminal, std::size_t gutter) {
  const auto width = terminal.width ? static_cast<std::size_t>(std::max(1, *terminal.width))
                                    : widest_without_terminal;
  return std::clamp(width - std::min(width, gutter), narrowest_source, widest_source);
}

// "^~~~"
std::string marks_below(const Source& source, std::size_t width) {
  const auto left = width - std::min(width, display_width(source.before));
  const auto columns =
      std::clamp<std::size_t>(display_width(source.marked), 1, std::max<std::size_t>(left, 1));
  return "^" + std::string(columns - 1, '~');
}

} // namespace

std::string location(const Problem& problem) {
  if (problem.place) {
    const auto& place = *problem.place;
    auto out = safe_text(place.file);
    if (place.line > 0) out += fmt::format(":{}", place.line);
    if (place.line > 0 && place.column > 0) out += fmt::format(":{}", place.column);
    return out;
  }
  if (problem.flag.empty()) return "mrctl";
  return safe_text(spelled_flag(problem.flag, problem.flag_path));
}

std::string problem_text(const Problem& problem, const Terminal& terminal, ProblemStands stands) {
  const auto style = problem.severity == Severity::error ? Style::error : Style::warning;
  const auto place = location(problem);
  const std::string severity(severity_name(problem.severity));
  const auto label = fmt::format("{}: {}: ", place, severity);
  const auto lines = wrapped_lines(label + safe_text(problem.message), terminal, 2);
  auto out = lines.starts_with(label)
                 ? styled(place, Style::bold, terminal) + ": " + styled(severity, style, terminal) +
                       ": " + lines.substr(label.size())
                 : lines;
  if (problem.place && !problem.place->line_text.empty()) out += excerpt(*problem.place, terminal);
  if (!problem.suggestion.empty())
    out += wrapped_lines("  help: " + safe_text(problem.suggestion.sentence()), terminal, 8);
  const bool shows_rule = stands == ProblemStands::alone || terminal.rule_ids == RuleIds::of_all;
  if (shows_rule && !problem.rule.empty())
    out += fmt::format("  rule: mrctl help {}\n", problem.rule);
  return out;
}

std::string problems_text(const Problems& problems, const Terminal& terminal) {
  const auto stands = problems.size() == 1 ? ProblemStands::alone : ProblemStands::among_others;
  std::string out;
  for (const auto& problem : problems)
    out += problem_text(problem, terminal, stands);
  return out;
}

std::string problem_annotation(const Problem& problem, std::string_view slug) {
  const auto place = problem.place.value_or(Place{});
  const auto sentence =
      problem.flag.empty() ? problem.message : problem.flag + ": " + problem.message;
  const auto title =
      fmt::format("{}{}{}", slug, slug.empty() || problem.rule.empty() ? "" : ": ", problem.rule);
  return annotation(problem.severity, place, title,
                    {.sentence = sentence, .hint = problem.suggestion.sentence()});
}

std::string excerpt(const Place& place, const Terminal& terminal) {
  if (place.line == 0 || place.column == 0) return {};
  const auto gutter = fmt::format("{:>5} | ", place.line);
  const auto width = source_width(terminal, gutter.size());
  auto source = split_at_part(place);
  cut_left(source, width, ellipsis(terminal));
  const auto line =
      shortened(source.before + source.marked + source.after, width, ellipsis(terminal));
  const std::string margin(gutter.size() - 2, ' ');
  const std::string indent(display_width(source.before), ' ');
  return gutter + line + "\n" + margin + "| " + indent +
         styled(marks_below(source, width), Style::error, terminal) + "\n";
}

} // namespace mrctl::output
