#include "envelope.hpp"

#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <chrono>

namespace mrctl::service {

namespace {

constexpr std::size_t longest_message = 300;
constexpr int deepest_message = 6;
constexpr std::size_t longest_complaint = 1U << 20U; // a longer body is not a message

// Returns the text on one line: runs of blanks and line ends become one space.
std::string one_line(std::string_view text) {
  std::string out;
  for (text = trimmed(text, any_white_space); !text.empty();
       text = trimmed(text, any_white_space)) {
    const auto end = std::min(text.find_first_of(any_white_space), text.size());
    if (!out.empty()) out += ' ';
    out += text.substr(0, end);
    text.remove_prefix(end);
  }
  return out;
}

std::string find_message(const Json& value, int depth);

// Services wrap the body of another service in a string; the inner message is the useful one.
std::string message_of_text(std::string_view text, int depth) {
  if (trimmed(text).substr(0, 1) != "{") return one_line(text);
  const auto inner = parse_json(text, Reading::tolerant);
  auto message = inner ? find_message(*inner, depth + 1) : std::string{};
  return message.empty() ? one_line(text) : message;
}

std::string message_of_members(const Json& value, int depth) {
  for (const std::string_view key : {"error", "message", "detail", "title", "errors"})
    if (const auto* member = find_member(value, key)) {
      auto message = find_message(*member, depth + 1);
      if (!message.empty()) return message;
    }
  return {};
}

// Returns the first text found in the places that services use for messages.
std::string find_message(const Json& value, int depth) {
  if (depth > deepest_message) return {};
  if (value.is_string()) return message_of_text(value.get_ref<const std::string&>(), depth);
  if (value.is_array() && !value.empty()) return find_message(value.front(), depth + 1);
  return message_of_members(value, depth);
}

std::optional<long long> find_code(const Json& body) {
  const auto* error = find_member(body, "error");
  const auto* code = error == nullptr ? nullptr : find_member(*error, "code");
  if (code == nullptr) return std::nullopt;
  if (code->is_number_integer()) return code->get<long long>();
  if (code->is_string()) return number_in<long long>(code->get_ref<const std::string&>());
  return std::nullopt;
}

std::string find_metadata(std::string_view body) {
  const auto error = json_member(body, "error");
  const auto metadata = error ? json_member(*error, "metadata") : std::nullopt;
  return metadata && *metadata != "null" ? compact_json(*metadata) : std::string{};
}

// A body that begins like JSON or HTML but is incomplete has nothing that fits on one line.
bool is_plain_text(std::string_view body) {
  const auto first = trimmed(body).substr(0, 1);
  return !first.empty() && std::string_view("{[<\"").find(first) == std::string_view::npos;
}

} // namespace

Complaint read_complaint(std::string_view body) {
  if (body.size() > longest_complaint) return {};
  const auto parsed = parse_json(body, Reading::tolerant);
  if (!parsed)
    return {.message = is_plain_text(body) ? one_line(body) : std::string{},
            .code = {},
            .metadata = {}};
  return {.message = find_message(*parsed, 0),
          .code = find_code(*parsed),
          .metadata = find_metadata(body)};
}

std::string shortened(std::string message) {
  if (message.size() <= longest_message) return message;
  auto end = longest_message;
  while (end > 0 && is_continuation(message[end]))
    --end;
  message.resize(end);
  return message + "…";
}

bool has_complaint(std::string_view body) {
  if (body.size() > longest_complaint) return false;
  const auto parsed = parse_json(body, Reading::tolerant);
  const auto* error = parsed ? find_member(*parsed, "error") : nullptr;
  return error != nullptr && !error->is_null() && !error->empty();
}

bool is_html(std::string_view body) {
  return trimmed(body).substr(0, 1) == "<";
}

ErrorKind kind_of_status(int status) {
  switch (status) {
  case 401:
  case 403:
    return ErrorKind::unauthorized;
  case 404:
    return ErrorKind::not_found;
  case 409:
  case 412:
    return ErrorKind::conflict;
  case 429:
    return ErrorKind::rate_limited;
  default:
    break;
  }
  if (status >= 500 && status < 600) return ErrorKind::server;
  return status >= 400 && status < 500 ? ErrorKind::rejected : ErrorKind::unexpected_response;
}

std::string_view status_words(int status) {
  const auto phrase = http::status_phrase(status);
  return phrase.empty() ? "no further explanation" : phrase;
}

namespace {

bool ends_as_specified(std::string_view base_url) {
  while (!base_url.empty() && base_url.back() == '/')
    base_url.remove_suffix(1);
  constexpr std::string_view prefix = "/api/v1";
  return base_url.size() >= prefix.size() &&
         base_url.substr(base_url.size() - prefix.size()) == prefix;
}

std::string hint_for_redirect(const http::Exchange& exchange, int status) {
  const auto target = http::find_header(exchange.response.headers, "Location");
  if (!target) return fmt::format("the service answered {}, which mrctl does not expect", status);
  return fmt::format(
      "mrctl does not follow redirects, so that the key stays with its host; this one goes to {}",
      http::redact(*target, {}));
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
  return question.request.key ? "this key is unknown to the service, or is not a management "
                                "key: create a management key, then run 'mrctl auth login'"
                              : missing_key_hint;
}

} // namespace

std::string hint_for(const Question& question, const http::Exchange& exchange, int status) {
  if (status >= 300 && status < 400) return hint_for_redirect(exchange, status);
  if (turned_away_at_the_door(exchange, status)) return hint_for_waiting(exchange);
  switch (status) {
  case 401:
    return std::string(hint_for_unauthorized(question));
  case 403:
    return "create a management key, then run 'mrctl auth login'";
  case 404:
    return std::string(ends_as_specified(question.service.base_url) ? question.missing_hint
                                                                    : address_hint(question));
  case 409:
  case 412:
    return "someone else may be changing it: try again";
  case 429:
    return hint_for_waiting(exchange);
  default:
    return status >= 500 ? (changes_nothing(question.request.method)
                                ? "try again later"
                                : check_before_repeating(RequestEffect::change))
                         : std::string{};
  }
}

std::string_view address_hint(const Question& question) {
  return ends_as_specified(question.service.base_url)
             ? "check the base URL"
             : "check the base URL: it does not end in /api/v1";
}

} // namespace mrctl::service
