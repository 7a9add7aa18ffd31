#include "mrctl/output/report.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/text.hpp"

#include "annotation.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

// The number of errors, and of warnings, that a CI service shows for one step; it drops the others
// silently.
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
      add(problem.severity == Severity::error ? errors_ : warnings_,
          problem_annotation(problem, slug_));
  }

  void add(const Error& error) {
    add(error.problems);
    if (has_errors(error.problems)) return;
    add(errors_, annotation(Severity::error, {}, title_of_report(slug_),
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
    auto out = errors_.text + warnings_.text + notices_;
    if (left_out_ > 0) out += fmt::format("{} more\n", left_out_);
    return out;
  }

private:
  struct Lines {
    std::string text{};
    std::size_t count = 0;
  };

  void add(Lines& lines, const std::string& line) {
    if (lines.count == most_of_each) {
      ++left_out_;
      return;
    }
    lines.text += line;
    ++lines.count;
  }

  std::string_view slug_;
  Lines errors_;
  Lines warnings_;
  std::string notices_;
  std::size_t left_out_ = 0;
};

std::string note_text(std::string_view message, const Terminal& terminal) {
  constexpr std::string_view label = "mrctl: note:";
  const auto text = wrapped_lines(fmt::format("{} {}", label, safe_text(message)), terminal, 2);
  return styled(label, Style::bold, terminal) + text.substr(label.size());
}

std::string stored_text(const StoredSummary& stored, const Terminal& terminal) {
  std::string out;
  if (!stored.sentence.empty())
    out = stored.warnings.empty()
              ? note_text(stored.sentence, terminal)
              : problem_text({.severity = Severity::warning, .message = stored.sentence}, terminal);
  for (const auto& line : stored.details)
    out += wrapped_lines("  " + safe_text(line), terminal, 4);
  return out;
}

bool precedes_every_request(ErrorKind kind) {
  return kind == ErrorKind::usage || kind == ErrorKind::validation ||
         kind == ErrorKind::unauthorized;
}

// Without facts about a request, only the kind shows whether there may have been one.
Sent sent_of(const Error& error) {
  if (error.http) return error.http->sent;
  return precedes_every_request(error.kind) ? Sent::no : Sent::unknown;
}

constexpr std::size_t widest_metadata = 300;

// Returns "  hint:  …", further lines below the text.
std::string fact_line(std::string_view title, std::string_view text, const Terminal& terminal) {
  constexpr std::size_t indent = 9;
  if (text.empty()) return {};
  return wrapped_lines(fmt::format("  {:<6} {}", fmt::format("{}:", title), safe_text(text)),
                       terminal, indent);
}

// A read needs no such line.
std::string sent_line(const Error& error, const HttpFacts& facts, const Terminal& terminal) {
  const bool is_unclear = facts.sent == Sent::unknown || error.kind == ErrorKind::no_response ||
                          (error.kind == ErrorKind::unexpected_response && facts.status < 300);
  if (!may_have_acted(facts) || !is_unclear) return {};
  return fact_line(
      "sent",
      fmt::format("{}, {}", sent_name(facts.sent), possible_effect(effect_of(facts.operation))),
      terminal);
}

std::string metadata_line(const HttpFacts& facts, const Terminal& terminal) {
  const auto metadata = safe_text(compact_json(facts.metadata));
  if (metadata.empty() || metadata == "null" || metadata == "{}") return {};
  return fact_line("more", shortened(metadata, widest_metadata, ellipsis(terminal)), terminal);
}

std::string fact_lines(const Error& error, const HttpFacts& facts, const Terminal& terminal) {
  auto out =
      fact_line("while", facts.operation, terminal) + fact_line("key", facts.key_origin, terminal);
  if (facts.code && *facts.code != facts.status)
    out += fact_line("code", std::to_string(*facts.code), terminal);
  out += metadata_line(facts, terminal);
  out += fact_line("id", facts.request_id, terminal);
  if (facts.attempts > 1) out += fact_line("tries", std::to_string(facts.attempts), terminal);
  out += sent_line(error, facts, terminal);
  if (facts.retry_after_s.value_or(0) > 0)
    out += fact_line("retry", fmt::format("after {} s", *facts.retry_after_s), terminal);
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
  return result_json(ErrorLine{error, {CompactJson{stored.json}}}) + "\n";
}

std::string remarks_report(const Remarks& remarks, ErrorFormat format, const Terminal& terminal,
                           std::string_view slug) {
  if (remarks.warnings.empty() && remarks.notes.empty() && !remarks.stored) return {};
  switch (format) {
  case ErrorFormat::text: {
    auto out = problems_text(remarks.warnings, terminal);
    for (const auto& note : remarks.notes)
      out += note_text(note, terminal);
    if (remarks.stored) out += stored_text(*remarks.stored, terminal);
    return with_plain_marks(out, terminal);
  }
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

std::string_view sent_word(const Error& error) {
  return sent_name(sent_of(error));
}

std::optional<int> attempts_of(const Error& error) {
  if (error.http) return error.http->attempts;
  return precedes_every_request(error.kind) ? std::optional(0) : std::nullopt;
}

Json metadata_of(const Error& error) {
  return parse_json(http_facts(error).metadata, Reading::tolerant).value_or(Json());
}

Sometimes<std::string_view> records_word(const Error& error) {
  if (!contains(error.problems, unpushed_rule, &Problem::rule)) return {};
  return {"unpushed"};
}

std::string_view stored_name(const Error& error) {
  const auto facts = http_facts(error);
  const auto sent = sent_of(error);
  if (sent == Sent::no || (!facts.operation.empty() && changes_nothing(facts.operation)))
    return "no";
  const bool is_refusal = facts.status >= 300 && facts.status < 500;
  if (is_refusal || (facts.status == 503 && facts.retry_after_s)) return "no";
  const bool is_silent = error.kind == ErrorKind::no_response || is_interruption(error.kind);
  return is_success(facts.status) || (facts.status == 0 && sent == Sent::yes && !is_silent)
             ? "yes"
             : "unknown";
}

std::string error_sentence(const Error& error) {
  if (!error.http || error.http->status < 300) return error.message;
  return fmt::format("{} {}", error.http->status, error.message);
}

std::string error_text(const Error& error, const Terminal& terminal) {
  auto out = problems_text(error.problems, terminal);
  const auto sentence = wrapped_lines("mrctl: " + safe_text(error_sentence(error)), terminal, 7);
  out += styled("mrctl:", Style::error, terminal) + sentence.substr(6);
  if (error.http) out += fact_lines(error, *error.http, terminal);
  return out + fact_line("hint", error.hint, terminal);
}

} // namespace mrctl::output
