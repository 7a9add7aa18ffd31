#include "envelope.hpp"

#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace mrctl::service {

namespace {

constexpr std::size_t longest_message = 1000;
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

void add_part(std::string& text, std::string_view separator, std::string_view part) {
  if (part.empty() || text.find(part) != text.npos) return;
  text.append(text.empty() ? "" : separator).append(part);
}

// Returns every reason in a list, or in an object of reasons by the names of members.
std::string find_reasons(const Json& value, int depth) {
  auto reasons = find_message(value, depth);
  if (depth > deepest_message || !value.is_object() || !reasons.empty()) return reasons;
  for (const auto& [name, reason] : value.items())
    if (const auto words = find_message(reason, depth + 1); !words.empty())
      add_part(reasons, "; ", fmt::format("{}: {}", name, words));
  return reasons;
}

// "body.messages.0: " for "loc": ["body", "messages", 0]
std::string place_of_reason(const Json& value) {
  const auto* steps = find_member(value, "loc");
  if (steps == nullptr || !steps->is_array()) return {};
  std::string place;
  for (const auto& step : *steps)
    place.append(place.empty() ? "" : ".")
        .append(step.is_string() ? step.get_ref<const std::string&>() : dump_json(step));
  return place.empty() ? place : place + ": ";
}

// The first message that there is, and every reason beside it.
std::string message_of_members(const Json& value, int depth) {
  std::string message;
  for (const std::string_view key : {"error", "message", "msg", "title"})
    if (const auto* member = find_member(value, key); member != nullptr && message.empty())
      message = find_message(*member, depth + 1);
  for (const std::string_view key : {"detail", "errors"})
    if (const auto* member = find_member(value, key))
      add_part(message, ": ", find_reasons(*member, depth + 1));
  return message.empty() ? message : place_of_reason(value) + message;
}

// Returns the texts found in the places that services use for messages.
std::string find_message(const Json& value, int depth) {
  if (depth > deepest_message) return {};
  if (value.is_string()) return message_of_text(value.get_ref<const std::string&>(), depth);
  if (!value.is_array()) return message_of_members(value, depth);
  std::string messages;
  for (const auto& item : value)
    if (messages.size() < longest_message) add_part(messages, "; ", find_message(item, depth + 1));
  return messages;
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

bool ends_as_specified(std::string_view base_url) {
  while (base_url.ends_with('/'))
    base_url.remove_suffix(1);
  return base_url.ends_with("/api/v1");
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

// A refusal that says nothing may be about the key as well.
bool may_be_about_key(std::string_view message) {
  constexpr std::array<std::string_view, 7> words{
      "key", "auth", "credential", "token", "permission", "forbidden", "user not found"};
  const auto text = lower_case(message);
  return text.empty() || std::ranges::any_of(words, [&](std::string_view word) {
           return text.find(word) != text.npos;
         });
}

// What `auth login` stores is not used while another source has a key.
std::string hint_for_refused_key(const RequestContext& context, int status) {
  if (!context.request.key || !context.service.key) return std::string(missing_key_hint);
  const std::string_view origin = context.service.key->origin;
  const auto advice = origin.starts_with("from auth login")
                          ? std::string("create a management key, then run 'mrctl auth login'")
                          : fmt::format("create a management key, and replace the one {}",
                                        origin.substr(0, origin.find(" (")));
  return status == 401 ? "this key is unknown to the service, or is not a management key: " + advice
                       : advice;
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

std::string shortened(const std::string& message) {
  return abbreviated(message, longest_message);
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

std::string hint_for(const RequestContext& context, const http::Exchange& exchange,
                     const Complaint& complaint, int status) {
  const bool is_refusal = status == 401 || status == 403;
  const bool is_of_service = complaint.metadata.find(R"("remedy_hint":")") != std::string::npos;
  if (is_of_service || (is_refusal && !may_be_about_key(complaint.message))) return {};
  if (status >= 300 && status < 400) return hint_for_redirect(exchange, status);
  const auto now = std::chrono::system_clock::now();
  if (status == 503 && http::retry_after_s(exchange.response.headers, now))
    return hint_for_waiting(exchange);
  switch (status) {
  case 401:
  case 403:
    return hint_for_refused_key(context, status);
  case 404:
    return std::string(ends_as_specified(context.service.base_url) ? context.missing_hint
                                                                   : address_hint(context));
  case 409:
  case 412:
    return "someone else may be changing it: try again";
  case 429:
    return hint_for_waiting(exchange);
  default:
    return status >= 500 ? (changes_nothing(context.request.method)
                                ? "try again later"
                                : check_before_repeating(RequestEffect::change))
                         : std::string{};
  }
}

std::string_view address_hint(const RequestContext& context) {
  return ends_as_specified(context.service.base_url)
             ? "check the base URL"
             : "check the base URL: it does not end in /api/v1";
}

} // namespace mrctl::service
