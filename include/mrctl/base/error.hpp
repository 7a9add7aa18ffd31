#pragma once

#include "mrctl/base/problem.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace mrctl {

// What kind of failure it was. Each kind has one exit code and one name; see exit_code.hpp.
enum class ErrorKind {
  internal,            // a bug, or a local read or write that failed
  usage,               // the command line or the settings are wrong; nothing was sent
  validation,          // the body is wrong; nothing was sent
  unauthorized,        // no key, an unusable key, 401, 403
  not_found,           // 404
  conflict,            // 409, 412
  rate_limited,        // 429
  server,              // 5xx
  no_response,         // DNS, connect, TLS, time limit, cut off
  rejected,            // any other 4xx
  condition,           // success, but a requested condition was not met
  unexpected_response, // a 2xx that is not as specified, or a filter that matched nothing usable
  interrupted,         // SIGINT
  terminated,          // SIGTERM
};

// What is known about a failed exchange: include/mrctl/exchange/facts.hpp.
struct HttpFacts;

// A failure on its way to the user. `message` is one sentence without a full stop or a prefix.
struct Error {
  ErrorKind kind = ErrorKind::internal;
  std::string message{};
  std::string hint{};
  Problems problems{};
  std::shared_ptr<const HttpFacts> http{}; // null: no exchange is known to have begun or not

  [[nodiscard]] static Error internal(std::string message);
  // errno_value: what the system said, or 0. "cannot read presets/a.yaml: No such file or
  // directory"
  [[nodiscard]] static Error io(std::string_view what, std::string_view path, int errno_value);
  [[nodiscard]] static Error usage(std::string message, std::string hint = {});
  // A word that is not one of the valid ones: "unknown column 'pirce'", hint: "did you mean
  // 'price'?"
  [[nodiscard]] static Error unknown_word(std::string_view kind, std::string_view word,
                                          std::string_view nearest,
                                          std::string_view list_hint = {});
  [[nodiscard]] static Error invalid(Problems problems);
  [[nodiscard]] static Error unauthorized(std::string message, std::string hint = {});
  [[nodiscard]] static Error condition(std::string message, std::string hint = {});
  [[nodiscard]] static Error unexpected_response(std::string message, std::string hint = {});

  [[nodiscard]] Error with_hint(std::string text) &&;

  bool operator==(const Error&) const = default; // of exchanges, they must share the facts
};

} // namespace mrctl
