#include "mrctl/output/report.hpp"

#include "mrctl/output/error_report.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/text.hpp"

#include "annotation.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::output {

namespace {

// The number that a CI service shows for one step; it drops the others silently.
constexpr std::size_t most_of_each = 10;

// An annotation without a line names the program, and the preset that the command is about.
std::string title_of_report(std::string_view slug) {
  return slug.empty() ? "mrctl" : "mrctl: " + std::string(slug);
}

// The annotations of a run, worst first, as many as are shown, and the number of further ones.
class Annotations {
public:
  explicit Annotations(std::string_view slug) : slug_(slug) {}

  void add(const Problems& problems) {
    for (const auto& problem : problems)
      add(problem.severity, problem_annotation(problem, slug_));
  }

  void add(const Error& error) {
    add(error.problems);
    if (has_errors(error.problems)) return;
    add(Severity::error, annotation(Severity::error, {}, title_of_report(slug_),
                                    {.sentence = error_sentence(error), .hint = error.hint}));
  }

  void add(const Remarks& remarks) {
    add(remarks.warnings);
    for (const auto& note : remarks.notes)
      notices_ += notice(title_of_report(slug_), note);
    if (!remarks.stored) return;
    add(remarks.stored->warnings);
    if (remarks.stored->warnings.empty() && !remarks.stored->sentence.empty())
      notices_ += notice(title_of_report(slug_), remarks.stored->sentence);
  }

  [[nodiscard]] std::string text() && {
    auto out = error_lines_ + warning_lines_ + notices_;
    if (left_out_ > 0) out += fmt::format("{} more\n", left_out_);
    return out;
  }

private:
  void add(Severity severity, const std::string& line) {
    const bool is_error = severity == Severity::error;
    auto& count = is_error ? errors_ : warnings_;
    if (++count > most_of_each)
      ++left_out_;
    else
      (is_error ? error_lines_ : warning_lines_) += line;
  }

  std::string_view slug_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;
  std::size_t left_out_ = 0;
  std::string error_lines_;
  std::string warning_lines_;
  std::string notices_;
};

std::string note_text(std::string_view message, const Terminal& terminal) {
  constexpr std::string_view label = "mrctl: note:";
  const auto text = wrapped_lines(fmt::format("{} {}", label, safe_text(message)), terminal, 2);
  return styled(label, Style::bold, terminal) + text.substr(label.size());
}

std::string warning_text(std::string message, const Terminal& terminal) {
  Problem warning;
  warning.severity = Severity::warning;
  warning.message = std::move(message);
  return problem_text(warning, terminal);
}

std::string stored_text(const StoredSummary& stored, const Terminal& terminal) {
  std::string out;
  if (!stored.sentence.empty())
    out = stored.warnings.empty() ? note_text(stored.sentence, terminal)
                                  : warning_text(stored.sentence, terminal);
  for (const auto& line : stored.details)
    out += wrapped_lines("  " + safe_text(line), terminal, 4);
  return out;
}

std::string remarks_text(const Remarks& remarks, const Terminal& terminal) {
  auto out = problems_text(remarks.warnings, terminal);
  for (const auto& note : remarks.notes)
    out += note_text(note, terminal);
  if (remarks.stored) out += stored_text(*remarks.stored, terminal);
  return out;
}

} // namespace

std::string error_report(const Error& error, ErrorFormat format, const Terminal& terminal,
                         std::string_view slug) {
  switch (format) {
  case ErrorFormat::text:
    return with_plain_marks(error_text(error, terminal), terminal);
  case ErrorFormat::json:
    return result_json(ErrorLine{error}) + "\n";
  case ErrorFormat::github:
    return annotations_report({}, {&error, 1}, slug);
  }
  return {};
}

std::string error_report(const Error& error, const StoredSummary& stored, ErrorFormat format,
                         const Terminal& terminal, std::string_view slug) {
  if (format != ErrorFormat::json) return error_report(error, format, terminal, slug);
  return result_json(ErrorLine{error, {stored.json}}) + "\n";
}

std::string remarks_report(const Remarks& remarks, ErrorFormat format, const Terminal& terminal,
                           std::string_view slug) {
  if (remarks.warnings.empty() && remarks.notes.empty() && !remarks.stored) return {};
  switch (format) {
  case ErrorFormat::text:
    return with_plain_marks(remarks_text(remarks, terminal), terminal);
  case ErrorFormat::json:
    return result_json(remarks) + "\n";
  case ErrorFormat::github:
    return annotations_report(remarks, {}, slug);
  }
  return {};
}

std::string annotations_report(const Remarks& remarks, std::span<const Error> failures,
                               std::string_view slug) {
  Annotations annotations(slug);
  for (const auto& failure : failures)
    annotations.add(failure);
  annotations.add(remarks);
  return std::move(annotations).text();
}

} // namespace mrctl::output
