#include "hint.hpp"

#include "mrctl/base/method.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/http/retry_after.hpp"

#include <fmt/format.h>

#include <chrono>

namespace mrctl::service {

namespace {

bool ends_as_specified(std::string_view base_url) {
  while (!base_url.empty() && base_url.back() == '/')
    base_url.remove_suffix(1);
  constexpr std::string_view prefix = "/api/v1";
  return base_url.size() >= prefix.size() &&
         base_url.substr(base_url.size() - prefix.size()) == prefix;
}

bool changes_something(const http::Request& request) {
  return !changes_nothing(request.method);
}

std::string hint_for_redirect(const http::Exchange& exchange) {
  const auto target =
      http::find_header(exchange.response.headers, "Location").value_or("elsewhere");
  return fmt::format(
      "mrctl does not follow redirects, so that the key stays with its host; this one goes to {}",
      http::redact(target, {}));
}

std::string hint_for_waiting(const http::Exchange& exchange) {
  const auto wait =
      http::retry_after_s(exchange.response.headers, std::chrono::system_clock::now());
  if (!wait) return "try again in a moment";
  if (*wait == 0) return "the service allows an immediate retry: try again";
  if (!exchange.asks_for_too_long) return fmt::format("try again in {} s", *wait);
  return fmt::format("the service asks to wait {} s, longer than the time limit allows: try again "
                     "then, or raise --timeout",
                     *wait);
}

bool turned_away_at_the_door(const http::Exchange& exchange, int status) {
  const auto now = std::chrono::system_clock::now();
  return status == 503 && http::retry_after_s(exchange.response.headers, now);
}

std::string_view hint_for_unauthorized(const Question& question) {
  return question.request.key ? "check the key: set MRCTL_API_KEY, or run 'mrctl auth login'"
                              : missing_key_hint;
}

std::string_view hint_for_missing(const Question& question) {
  return ends_as_specified(question.service.base_url) ? question.missing_hint
                                                      : address_hint(question);
}

std::string_view hint_for_server(const Question& question) {
  return changes_something(question.request)
             ? "the service may have acted on the request: check before sending it again"
             : "try again later";
}

} // namespace

std::string hint_for(const Question& question, const http::Exchange& exchange, int status) {
  if (status >= 300 && status < 400) return hint_for_redirect(exchange);
  if (turned_away_at_the_door(exchange, status)) return hint_for_waiting(exchange);
  switch (status) {
  case 401:
    return std::string(hint_for_unauthorized(question));
  case 403:
    return "create a management key, then run 'mrctl auth login'";
  case 404:
    return std::string(hint_for_missing(question));
  case 409:
  case 412:
    return "someone else may be changing it: try again";
  case 429:
    return hint_for_waiting(exchange);
  default:
    return status >= 500 ? std::string(hint_for_server(question)) : std::string{};
  }
}

std::string_view address_hint(const Question& question) {
  return ends_as_specified(question.service.base_url)
             ? "check the base URL"
             : "check the base URL: it does not end in /api/v1";
}

} // namespace mrctl::service
