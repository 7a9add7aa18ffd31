#include "error_text.hpp"

#include "mrctl/base/facts.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/output/wrap.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::output {

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
bool may_have_effect(std::string_view operation) {
  return !operation.empty() && !changes_nothing(operation);
}

std::string effect_of(std::string_view operation) {
  return operation.starts_with("POST /presets/") ? "a version may exist"
                                                 : "the service may have acted on it";
}

std::string sent_line(const Error& error, const HttpFacts& facts, const Terminal& terminal) {
  if (!may_have_effect(facts.operation)) return {};
  const bool unclear = facts.sent == Sent::unknown ||
                       (facts.sent == Sent::yes && error.kind == ErrorKind::no_response);
  if (!unclear) return {};
  return fact_line("sent", fmt::format("{}, {}", sent_name(facts.sent), effect_of(facts.operation)),
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
  std::string out;
  for (const auto& problem : error.problems)
    out += problem_text(problem, terminal);
  const auto sentence = wrapped_lines("mrctl: " + safe_text(error_sentence(error)), terminal, 7);
  out += styled("mrctl:", Style::error, terminal) + sentence.substr(6);
  if (error.http) out += fact_lines(error, *error.http, terminal);
  return out + fact_line("hint", error.hint, terminal);
}

} // namespace mrctl::output
