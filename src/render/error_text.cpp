#include "error_text.hpp"

#include "mrctl/base/json_text.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/render/problem.hpp"
#include "mrctl/render/text.hpp"

#include <fmt/format.h>

#include <string_view>

namespace mrctl::render {

namespace {

constexpr std::size_t widest_metadata = 300;

std::string fact_line(std::string_view title, std::string_view text) {
  if (text.empty()) return {};
  return fmt::format("  {:<6} {}\n", fmt::format("{}:", title), safe_text(text));
}

// What cannot have changed anything needs no such line.
bool may_have_effect(std::string_view operation) {
  return !operation.empty() && !changes_nothing(operation);
}

std::string effect_of(std::string_view operation) {
  return operation.starts_with("POST /presets/") ? "a version may exist"
                                                 : "the service may have acted on it";
}

std::string sent_line(const Error& error, const HttpFacts& facts) {
  if (!may_have_effect(facts.operation)) return {};
  const bool unclear = facts.sent == Sent::unknown ||
                       (facts.sent == Sent::yes && error.kind == ErrorKind::no_response);
  if (!unclear) return {};
  return fact_line("sent",
                   fmt::format("{}, {}", sent_name(facts.sent), effect_of(facts.operation)));
}

std::string code_line(const HttpFacts& facts) {
  if (!facts.code || *facts.code == facts.status) return {};
  return fact_line("code", std::to_string(*facts.code));
}

std::string metadata_line(const HttpFacts& facts, const Terminal& terminal) {
  const auto metadata = safe_text(compact_json(facts.metadata));
  if (metadata.empty() || metadata == "null" || metadata == "{}") return {};
  return fact_line("more", shortened(metadata, widest_metadata, ellipsis(terminal)));
}

std::string fact_lines(const Error& error, const HttpFacts& facts, const Terminal& terminal) {
  auto out = fact_line("while", facts.operation) + fact_line("key", facts.key_origin);
  out += code_line(facts);
  out += metadata_line(facts, terminal);
  out += fact_line("id", facts.request_id);
  if (facts.attempts > 1) out += fact_line("tries", std::to_string(facts.attempts));
  out += sent_line(error, facts);
  if (facts.retry_after_s.value_or(0) > 0)
    out += fact_line("retry", fmt::format("after {} s", *facts.retry_after_s));
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
  out += styled("mrctl:", Style::error, terminal) + " " + safe_text(error_sentence(error)) + "\n";
  if (error.http) out += fact_lines(error, *error.http, terminal);
  return out + fact_line("hint", error.hint);
}

} // namespace mrctl::render
