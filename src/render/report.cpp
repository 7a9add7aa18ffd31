#include "mrctl/render/report.hpp"

#include "mrctl/render/problem.hpp"
#include "mrctl/render/text.hpp"

#include "annotation.hpp"
#include "error_json.hpp"
#include "error_text.hpp"

#include <utility>

namespace mrctl::render {

namespace {

std::string annotations(const Problems& problems, std::string_view slug) {
  std::string out;
  for (const auto& problem : problems)
    out += problem_annotation(problem, slug);
  return out;
}

// What is about no line of a file is about the program, and the preset that it was called for.
std::string title_of(std::string_view slug) {
  return slug.empty() ? "mrctl" : "mrctl: " + std::string(slug);
}

std::string error_annotations(const Error& error, std::string_view slug) {
  auto out = annotations(error.problems, slug);
  if (has_errors(error.problems)) return out;
  return out + annotation(Severity::error, {}, title_of(slug),
                          {.sentence = error_sentence(error), .hint = error.hint});
}

std::string note_text(std::string_view message, const Terminal& terminal) {
  return styled("mrctl: note:", Style::bold, terminal) + " " + safe_text(message) + "\n";
}

std::string warning_text(std::string message, const Terminal& terminal) {
  Problem warning;
  warning.severity = Severity::warning;
  warning.message = std::move(message);
  return problem_text(warning, terminal);
}

std::string account_text(const Account& account, const Terminal& terminal) {
  std::string out;
  if (!account.sentence.empty())
    out = account.warnings.empty() ? note_text(account.sentence, terminal)
                                   : warning_text(account.sentence, terminal);
  for (const auto& line : account.details)
    out += "  " + safe_text(line) + "\n";
  return out;
}

std::string remarks_text(const Remarks& remarks, const Terminal& terminal) {
  std::string out;
  for (const auto& problem : remarks.warnings)
    out += problem_text(problem, terminal);
  for (const auto& note : remarks.notes)
    out += note_text(note, terminal);
  if (remarks.stored) out += account_text(*remarks.stored, terminal);
  return out;
}

Json remarks_json(const Remarks& remarks) {
  auto report = warnings_json(remarks.warnings);
  if (!remarks.notes.empty()) report["notes"] = remarks.notes;
  if (remarks.stored) report["stored"] = remarks.stored->json;
  return report;
}

std::string account_annotations(const Account& account, std::string_view slug) {
  if (!account.warnings.empty()) return annotations(account.warnings, slug);
  return account.sentence.empty() ? std::string() : notice(title_of(slug), account.sentence);
}

std::string remarks_annotations(const Remarks& remarks, std::string_view slug) {
  auto out = annotations(remarks.warnings, slug);
  for (const auto& note : remarks.notes)
    out += notice(title_of(slug), note);
  if (remarks.stored) out += account_annotations(*remarks.stored, slug);
  return out;
}

} // namespace

std::string error_report(const Error& error, ErrorFormat format, const Terminal& terminal,
                         std::string_view slug) {
  switch (format) {
  case ErrorFormat::text:
    return with_plain_marks(error_text(error, terminal), terminal);
  case ErrorFormat::json:
    return dump_json(error_json(error)) + "\n";
  case ErrorFormat::github:
    return error_annotations(error, slug);
  }
  return {};
}

std::string error_report(const Error& error, const Account& stored, ErrorFormat format,
                         const Terminal& terminal, std::string_view slug) {
  if (format != ErrorFormat::json) return error_report(error, format, terminal, slug);
  auto report = error_json(error);
  report["stored"] = stored.json;
  return dump_json(report) + "\n";
}

std::string remarks_report(const Remarks& remarks, ErrorFormat format, const Terminal& terminal,
                           std::string_view slug) {
  if (remarks.warnings.empty() && remarks.notes.empty() && !remarks.stored) return {};
  switch (format) {
  case ErrorFormat::text:
    return with_plain_marks(remarks_text(remarks, terminal), terminal);
  case ErrorFormat::json:
    return dump_json(remarks_json(remarks)) + "\n";
  case ErrorFormat::github:
    return remarks_annotations(remarks, slug);
  }
  return {};
}

} // namespace mrctl::render
