#include "reading.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/json/text.hpp"

#include "envelope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <utility>

namespace mrctl::service {

namespace {

// "POST /presets/support/chat/completions": the URL without the base.
std::string operation_of(const RequestContext& context) {
  const std::string_view url = context.request.url;
  return fmt::format("{} {}", context.request.method, url.substr(context.service.base_url.size()));
}

// A service may quote the key that it rejects.
std::string without_key(const RequestContext& context, std::string_view text) {
  if (!context.request.key) return std::string(text);
  return http::hide_secrets(text, std::span(&*context.request.key, 1));
}

std::string key_origin(const RequestContext& context) {
  return context.request.key && context.service.key ? context.service.key->origin : std::string{};
}

HttpFacts facts_on_exchange(const RequestContext& context, const http::Exchange& exchange) {
  const auto& headers = exchange.response.headers;
  HttpFacts facts;
  facts.operation = without_key(context, operation_of(context));
  facts.status = exchange.response.status;
  facts.request_id =
      shortened(without_key(context, http::find_header(headers, "x-request-id").value_or("")));
  facts.key_origin = key_origin(context);
  facts.attempts = exchange.attempts;
  facts.retry_after_s = http::retry_after_s(headers, std::chrono::system_clock::now());
  facts.sent = Sent::yes;
  return facts;
}

std::string fallback_message(int status, std::string_view body) {
  const auto phrase = http::status_phrase(status);
  const auto words = phrase.empty() ? "no further explanation" : phrase;
  if (is_html(body)) return fmt::format("{} (the body is a web page)", words);
  return body.empty() ? fmt::format("{} (the body is empty)", words) : std::string(words);
}

// If a success contains an error, its code is what the status should have been.
int effective_status(const http::Exchange& exchange, const Complaint& complaint) {
  const auto status = exchange.response.status;
  if (!is_success(status) || !complaint.code) return status;
  const bool is_known = *complaint.code >= 400 && *complaint.code < 600;
  return is_known ? static_cast<int>(*complaint.code) : status;
}

Error failure_from(const RequestContext& context, const http::Exchange& exchange) {
  const auto complaint = read_complaint(exchange.response.body);
  const auto status = effective_status(exchange, complaint);
  auto facts = facts_on_exchange(context, exchange);
  facts.code = complaint.code;
  facts.metadata = without_key(context, complaint.metadata);
  auto message = complaint.message.empty() ? fallback_message(status, exchange.response.body)
                                           : shortened(without_key(context, complaint.message));
  Error error{.kind = kind_of_status(status), .message = std::move(message)};
  error.hint = shortened(without_key(context, hint_for(context, exchange, complaint, status)));
  return with_http(std::move(error), std::move(facts));
}

Error unexpected(const RequestContext& context, const http::Exchange& exchange,
                 std::string message) {
  auto hint = std::string(address_hint(context));
  if (!changes_nothing(context.request.method))
    hint = fmt::format("{}; {}", check_before_repeating(RequestEffect::change), hint);
  return with_http(Error::unexpected_response(std::move(message), std::move(hint)),
                   facts_on_exchange(context, exchange));
}

std::string what_is_not_json(std::string_view body) {
  if (body.empty()) return "the answer is empty; JSON with data was expected";
  return is_html(body) ? "the answer is a web page, not JSON" : "the answer is not JSON";
}

// Returns a part of the text in place, because a copy of a long answer would double the memory.
std::string cut_out(std::string& text, std::string_view part) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  text.erase(begin + part.size());
  text.erase(0, begin);
  return std::move(text);
}

constexpr std::size_t mebibyte = 1U << 20U;

// Estimates the memory for the values of an answer in a command that reads all of them and shows
// them in the largest format. An endpoint becomes a struct and a row of cells
// (tests/process/memory_test.py).
std::size_t memory_needed(const JsonIndex& index, std::size_t text_size) {
  constexpr std::size_t for_each_byte = 6;
  constexpr std::size_t for_each_value = 80;
  constexpr std::size_t for_each_endpoint = 4096;
  const auto data = find_member(index.root(), "data");
  const auto endpoints = data ? find_member(*data, "endpoints") : std::nullopt;
  const auto count = endpoints && endpoints->is_array() ? endpoints->size() : 0;
  return for_each_byte * text_size + for_each_value * index.count_values() +
         for_each_endpoint * count;
}

// Indexes an answer, or fails before anything is built from one that would take too much.
Result<JsonIndex> indexed(const RequestContext& context, const http::Exchange& exchange) {
  const auto& body = exchange.response.body;
  // What an answer may take in memory (docs/decisions/0014).
  const auto most = std::min(32 * mebibyte + 24 * body.size(), 1024 * mebibyte);
  auto index = index_json(body, Reading::tolerant);
  const bool is_json = index || index.error().rule == "json.values";
  if (!is_json) return fail(unexpected(context, exchange, what_is_not_json(body)));
  if (index && memory_needed(*index, body.size()) <= most) return *std::move(index);
  return fail(
      unexpected(context, exchange,
                 fmt::format("the answer has too many values: it needs more than {} MiB of memory",
                             most / mebibyte)));
}

} // namespace

Result<Answer> read_answer(const RequestContext& context, Result<http::Exchange> exchange,
                           AnswerParts parts) {
  if (!exchange) return fail(complete(context, std::move(exchange.error())));
  if (!is_success(exchange->response.status)) return fail(failure_from(context, *exchange));
  auto& body = exchange->response.body;
  TRY_ASSIGN(auto index, indexed(context, *exchange));
  const auto found = find_member(index.root(), "data");
  if (!found || found->is_null()) {
    if (has_complaint(body)) return fail(failure_from(context, *exchange));
    return fail(unexpected(context, *exchange, "the answer has no data"));
  }
  const bool is_list = parts == AnswerParts::list;
  if (is_list ? !found->is_array() : !found->is_object())
    return fail(unexpected(context, *exchange,
                           fmt::format("the data of the answer must be {}, got {}",
                                       is_list ? "a list" : "an object",
                                       words_of(json_type(*found)).found)));
  Answer answer;
  if (parts == AnswerParts::facts) answer.facts = facts_on_exchange(context, *exchange);
  if (parts == AnswerParts::facts || parts == AnswerParts::values) answer.value = found->value();
  const auto data = found->text();
  if (parts != AnswerParts::body && index.is_compact())
    answer.data = JsonText(parts == AnswerParts::data ? cut_out(body, data) : std::string(data),
                           std::move(index), *found);
  else if (parts != AnswerParts::body)
    answer.data = JsonText(SharedText(compact_json(data)));
  if (parts != AnswerParts::data) answer.body = std::move(body);
  return answer;
}

std::optional<Error> find_failure(const RequestContext& context, const http::Exchange& exchange) {
  const auto& body = exchange.response.body;
  const bool complains = !json_member(body, "data") && has_complaint(body);
  if (is_success(exchange.response.status) && !complains) return std::nullopt;
  return failure_from(context, exchange);
}

Error complete(const RequestContext& context, Error error) {
  auto facts = http_facts(error);
  facts.operation = without_key(context, operation_of(context));
  facts.key_origin = key_origin(context);
  error.message = without_key(context, error.message);
  return with_http(std::move(error), std::move(facts));
}

} // namespace mrctl::service
