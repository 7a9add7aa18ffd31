#include "mrctl/output/error_report.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/text.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::output {

namespace {

bool precedes_every_request(ErrorKind kind) {
  return kind == ErrorKind::usage || kind == ErrorKind::validation ||
         kind == ErrorKind::unauthorized;
}

// Without facts about a request, only the kind shows whether there may have been one.
Sent sent_of(const Error& error) {
  if (error.http) return error.http->sent;
  return precedes_every_request(error.kind) ? Sent::no : Sent::unknown;
}

} // namespace

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
  const bool is_answered = facts.status >= 200 && facts.status < 300;
  const bool is_silent = error.kind == ErrorKind::no_response || is_interruption(error.kind);
  return is_answered || (facts.status == 0 && sent == Sent::yes && !is_silent) ? "yes" : "unknown";
}

namespace {

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

std::string code_line(const HttpFacts& facts, const Terminal& terminal) {
  if (!facts.code || *facts.code == facts.status) return {};
  return fact_line("code", std::to_string(*facts.code), terminal);
}

std::string metadata_line(const HttpFacts& facts, const Terminal& terminal) {
  const auto metadata = safe_text(compact_json(facts.metadata));
  if (metadata.empty() || metadata == "null" || metadata == "{}") return {};
  return fact_line("more", shortened(metadata, widest_metadata, ellipsis(terminal)), terminal);
}

std::string fact_lines(const Error& error, const HttpFacts& facts, const Terminal& terminal) {
  auto out =
      fact_line("while", facts.operation, terminal) + fact_line("key", facts.key_origin, terminal);
  out += code_line(facts, terminal);
  out += metadata_line(facts, terminal);
  out += fact_line("id", facts.request_id, terminal);
  if (facts.attempts > 1) out += fact_line("tries", std::to_string(facts.attempts), terminal);
  out += sent_line(error, facts, terminal);
  if (facts.retry_after_s.value_or(0) > 0)
    out += fact_line("retry", fmt::format("after {} s", *facts.retry_after_s), terminal);
  return out;
}

} // namespace

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
