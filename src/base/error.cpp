#include "mrctl/base/error.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <memory>
#include <utility>

namespace mrctl {

std::string Suggestion::sentence() const {
  if (does != Does::meant || text.empty()) return text;
  const bool is_literal = text == "true" || text == "false" || // shown without quotes
                          (is_digit(text.back()) && Decimal::parse(text));
  return is_literal ? fmt::format("did you mean {}?", text)
                    : fmt::format("did you mean '{}'?", text);
}

Error Error::internal(std::string message) {
  return {.kind = ErrorKind::internal, .message = std::move(message)};
}

Error Error::io(std::string_view what, std::string_view path, int errno_value) {
  auto message = errno_value == 0
                     ? fmt::format("{} {}", what, path)
                     : fmt::format("{} {}: {}", what, path, std::strerror(errno_value));
  return {.kind = ErrorKind::internal, .message = std::move(message)};
}

Error Error::usage(std::string message, std::string hint) {
  return {.kind = ErrorKind::usage, .message = std::move(message), .hint = std::move(hint)};
}

Error Error::unknown_word(std::string_view kind, std::string_view word, std::string_view nearest,
                          std::string_view list_hint) {
  const bool is_other = !nearest.empty() && nearest != word; // of another kind, if it is the same
  auto hint = is_other ? fmt::format("did you mean '{}'?", nearest) : std::string(list_hint);
  return usage(fmt::format("unknown {} '{}'", kind, word), std::move(hint));
}

Error Error::invalid(Problems problems) {
  std::size_t errors = 0;
  for (const auto& problem : problems)
    errors += problem.severity == Severity::error ? 1U : 0U;
  return {.kind = ErrorKind::validation,
          .message = counted(errors, "error") + "; nothing was sent",
          .problems = std::move(problems)};
}

Error Error::unauthorized(std::string message, std::string hint) {
  return {.kind = ErrorKind::unauthorized, .message = std::move(message), .hint = std::move(hint)};
}

Error Error::condition(std::string message, std::string hint) {
  return {.kind = ErrorKind::condition, .message = std::move(message), .hint = std::move(hint)};
}

Error Error::unexpected_response(std::string message, std::string hint) {
  return {.kind = ErrorKind::unexpected_response,
          .message = std::move(message),
          .hint = std::move(hint)};
}

Error Error::not_found(std::string message, std::string hint) {
  return with_http(
      {.kind = ErrorKind::not_found, .message = std::move(message), .hint = std::move(hint)}, {});
}

Error Error::conflict(std::string message, std::string hint) {
  return with_http(
      {.kind = ErrorKind::conflict, .message = std::move(message), .hint = std::move(hint)}, {});
}

Error Error::with_hint(std::string text) && {
  hint = std::move(text);
  return std::move(*this);
}

std::string_view severity_name(Severity severity) {
  return severity == Severity::error ? "error" : "warning";
}

std::string spelled_flag(const std::string& flag, const std::string& path) {
  return path.empty() ? flag : flag + " " + path;
}

bool has_errors(const Problems& problems) {
  return contains(problems, Severity::error, &Problem::severity);
}

namespace {

constexpr std::array table{
    ExitCode{1, ErrorKind::internal, "internal",
             "internal error, or an error of local input or output"},
    ExitCode{2, ErrorKind::usage, "usage", "invalid usage, settings or body; nothing was sent"},
    ExitCode{2, ErrorKind::validation, "validation", ""},
    ExitCode{3, ErrorKind::unauthorized, "unauthorized", "no usable key, 401 or 403"},
    ExitCode{4, ErrorKind::not_found, "not_found", "404"},
    ExitCode{5, ErrorKind::conflict, "conflict",
             "409 or 412; or the plan, records or a file differs, an apply runs, or the commit is "
             "older"},
    ExitCode{6, ErrorKind::rate_limited, "rate_limited", "429"},
    ExitCode{7, ErrorKind::server, "server", "5xx"},
    ExitCode{8, ErrorKind::no_response, "no_response",
             "no usable HTTP response (DNS, TLS, timeout, cut off), or the remote of a state "
             "branch fails"},
    ExitCode{9, ErrorKind::rejected, "rejected", "any other 4xx"},
    ExitCode{10, ErrorKind::condition, "condition",
             "success, but a requested condition was not met, such as --strict"},
    ExitCode{11, ErrorKind::unexpected_response, "unexpected_response",
             "a 2xx answer that violates the specification, or a filter without usable output"},
    ExitCode{130, ErrorKind::interrupted, "interrupted",
             "interrupted (SIGINT), or you answered no to a question"},
    ExitCode{130, ErrorKind::declined, "declined", ""},
    ExitCode{143, ErrorKind::terminated, "terminated", "terminated (SIGTERM)"},
};

static_assert(stand_in_order(table, &ExitCode::kind, ErrorKind::terminated));

} // namespace

std::span<const ExitCode> exit_codes() {
  return table;
}

const ExitCode& exit_code_of(ErrorKind kind) {
  return table[static_cast<std::size_t>(kind)];
}

std::string_view sent_name(Sent sent) {
  constexpr std::array<std::string_view, 3> names{"no", "yes", "unknown"};
  return names.at(static_cast<std::size_t>(sent));
}

Error with_http(Error error, HttpFacts facts) {
  error.http = std::make_shared<const HttpFacts>(std::move(facts));
  return error;
}

HttpFacts http_facts(const Error& error) {
  return error.http ? *error.http : HttpFacts{};
}

} // namespace mrctl
