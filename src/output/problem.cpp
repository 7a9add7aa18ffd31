#include "mrctl/output/problem.hpp"

#include "mrctl/output/excerpt.hpp"
#include "mrctl/output/problem_words.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/output/wrap.hpp"

#include "annotation.hpp"

#include <fmt/format.h>

namespace mrctl::output {

namespace {

std::string help_line(std::string_view suggestion, const Terminal& terminal) {
  constexpr std::size_t indent = 8;
  if (suggestion.empty()) return {};
  return wrapped_lines("  help: " + safe_text(advice(suggestion)), terminal, indent);
}

Json number_or_null(std::size_t number) {
  return number == 0 ? Json() : Json(number);
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
  return safe_text(problem.flag_path.empty() ? problem.flag
                                             : problem.flag + " " + problem.flag_path);
}

// A longer one says what to do.
std::string advice(std::string_view suggestion) {
  const bool is_word = !suggestion.empty() && suggestion.find(' ') == std::string::npos;
  const bool is_json = suggestion.starts_with('[') || suggestion.starts_with('{');
  return is_word || is_json ? fmt::format("did you mean '{}'?", suggestion)
                            : std::string(suggestion);
}

std::string problem_text(const Problem& problem, const Terminal& terminal) {
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
  return out + help_line(problem.suggestion, terminal);
}

Json problem_json(const Problem& problem) {
  const auto place = problem.place.value_or(Place{});
  Json out;
  out["severity"] = severity_name(problem.severity);
  out["rule"] = json_text_or_null(problem.rule);
  out["path"] = json_text_or_null(problem.path);
  out["file"] = json_text_or_null(place.file);
  out["line"] = number_or_null(place.line);
  out["column"] = number_or_null(place.column);
  out["flag"] = json_text_or_null(problem.flag);
  out["message"] = problem.message;
  out["suggestion"] = json_text_or_null(problem.suggestion);
  return out;
}

std::string problem_annotation(const Problem& problem, std::string_view slug) {
  const auto place = problem.place.value_or(Place{});
  const auto sentence =
      problem.flag.empty() ? problem.message : problem.flag + ": " + problem.message;
  const auto title =
      fmt::format("{}{}{}", slug, slug.empty() || problem.rule.empty() ? "" : ": ", problem.rule);
  return annotation(problem.severity, place, title,
                    {.sentence = sentence, .hint = advice(problem.suggestion)});
}

} // namespace mrctl::output
