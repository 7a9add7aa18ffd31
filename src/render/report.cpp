#include "mrctl/render/report.hpp"

#include "mrctl/render/problem.hpp"
#include "mrctl/render/text.hpp"

#include "annotation.hpp"
#include "error_json.hpp"
#include "error_text.hpp"

namespace mrctl::render {

namespace {

std::string annotations(const Problems& problems) {
  std::string out;
  for (const auto& problem : problems)
    out += problem_annotation(problem);
  return out;
}

std::string error_annotations(const Error& error) {
  auto out = annotations(error.problems);
  if (has_errors(error.problems)) return out;
  auto sentence = error_sentence(error);
  if (!error.hint.empty()) sentence += " (hint: " + error.hint + ")";
  return out + annotation(Severity::error, {}, "mrctl", sentence);
}

std::string problem_texts(const Problems& problems, const Terminal& terminal) {
  std::string out;
  for (const auto& problem : problems)
    out += problem_text(problem, terminal);
  return out;
}

} // namespace

std::string error_report(const Error& error, ErrorFormat format, const Terminal& terminal) {
  switch (format) {
  case ErrorFormat::text:
    return error_text(error, terminal);
  case ErrorFormat::json:
    return dump_json(error_json(error)) + "\n";
  case ErrorFormat::github:
    return error_annotations(error);
  }
  return {};
}

std::string warnings_report(const Problems& warnings, ErrorFormat format,
                            const Terminal& terminal) {
  if (warnings.empty()) return {};
  switch (format) {
  case ErrorFormat::text:
    return problem_texts(warnings, terminal);
  case ErrorFormat::json:
    return dump_json(warnings_json(warnings)) + "\n";
  case ErrorFormat::github:
    return annotations(warnings);
  }
  return {};
}

std::string note_line(std::string_view message, const Terminal& terminal) {
  return styled("mrctl: note:", Style::bold, terminal) + " " + safe_text(message) + "\n";
}

} // namespace mrctl::render
