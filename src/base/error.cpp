#include "mrctl/base/error.hpp"

#include "mrctl/base/counted.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace mrctl {

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
  auto hint = nearest.empty() ? std::string(list_hint) : fmt::format("did you mean '{}'?", nearest);
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

Error Error::with_hint(std::string text) && {
  hint = std::move(text);
  return std::move(*this);
}

} // namespace mrctl
