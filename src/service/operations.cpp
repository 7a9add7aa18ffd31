#include "mrctl/service/operations.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/facts.hpp"
#include "mrctl/http/url.hpp"

#include "envelope.hpp"
#include "hint.hpp"
#include "reading.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace mrctl::service {

namespace {

// An id that no credential has. The service must check the key before it can say so.
constexpr std::string_view impossible_id = "00000000-0000-0000-0000-000000000000";

Error missing_key(const Question& question) {
  return complete(question, Error::unauthorized("no API key is set; nothing was sent",
                                                std::string(missing_key_hint)));
}

// Returns the request, or why it cannot go out at all.
Result<http::Request> sendable_request(const Service& service, const spec::Operation& operation,
                                       Query query) {
  auto request = request_for(service, operation, std::move(query));
  if (!request || operation.key == spec::KeyNeed::optional || service.key) return request;
  return fail(missing_key({service, *request, operation.if_missing}));
}

// Every request to a slug that reaches the service creates a version (specification, section 3).
// The specification has no operation that shows it, but many services do.
Error with_version_hint(Error error, std::string_view slug) {
  const bool is_silent = error.kind == ErrorKind::no_response || error.kind == ErrorKind::server ||
                         is_interruption(error.kind);
  if (is_silent && may_have_stored(error))
    error.hint = fmt::format("a version may exist: check before sending it again, with 'mrctl api "
                             "GET /presets/{}' if the service has that operation",
                             http::percent_encode_segment(slug));
  return error;
}

// Requests for presets, and what is needed to read the answers of those in progress.
class PresetRequests final : public http::RequestSource {
public:
  PresetRequests(const Service& service, PresetSource& source, const ReceivePreset& receive)
      : service_(service), source_(source), receive_(receive) {}

  std::vector<http::Request> next(std::size_t room) override {
    std::vector<http::Request> requests;
    for (auto& preset : source_.next(room)) {
      auto& slug = on_the_way_[given_++] = preset.slug;
      requests.push_back(request_of(slug, std::move(preset.body)));
    }
    return requests;
  }

  void receive(std::size_t place, Result<http::Exchange> exchange) {
    const auto slug = std::move(on_the_way_.extract(place).mapped());
    const auto request = request_of(slug, {});
    receive_(place,
             read_answer({service_, request, spec::create_preset.if_missing}, std::move(exchange)));
  }

private:
  // The base URL and the slugs were checked before.
  [[nodiscard]] http::Request request_of(std::string_view slug, SharedText body) const {
    return request_for(service_, spec::create_preset, {{std::string(slug)}, std::move(body)})
        .value_or(http::Request{});
  }

  const Service& service_;
  PresetSource& source_;
  const ReceivePreset& receive_;
  std::map<std::size_t, std::string> on_the_way_;
  std::size_t given_ = 0;
};

} // namespace

// Bodies may be large, so requests are moved, never copied.
std::vector<Result<Answer>> ask(const Service& service, const spec::Operation& operation,
                                std::vector<Query> queries, AnswerParts parts) {
  std::vector<Result<Answer>> answers(queries.size());
  std::vector<http::Request> requests;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (auto request = sendable_request(service, operation, std::move(queries[i]))) {
      requests.push_back(*std::move(request));
      places.push_back(i);
    } else {
      answers[i] = fail(std::move(request.error()));
    }
  if (requests.empty()) return answers;
  service.transport->send(requests, [&](std::size_t sent, Result<http::Exchange> exchange) {
    answers[places[sent]] =
        read_answer({service, requests[sent], operation.if_missing}, std::move(exchange), parts);
  });
  return answers;
}

// A 503 with Retry-After was rejected before anything was done. A success that cannot be read may
// have been stored.
bool may_have_stored(const Error& error) {
  if (!error.http || error.http->sent == Sent::no) return false;
  const auto status = error.http->status;
  if (status >= 400 && status < 500) return false;
  return !(status == 503 && error.http->retry_after_s);
}

std::optional<ErrorKind> create_presets(const Service& service, PresetSource& source,
                                        const ReceivePreset& receive) {
  PresetRequests requests(service, source, receive);
  return service.transport->send_each(requests, [&](std::size_t place, auto exchange) {
    requests.receive(place, std::move(exchange));
  });
}

Result<Answer> create_preset(const Service& service, std::string_view slug, SharedText body) {
  std::vector<Query> queries;
  queries.push_back({{std::string(slug)}, std::move(body)});
  return std::move(
             ask(service, spec::create_preset, std::move(queries), AnswerParts::facts).front())
      .map_error([&](Error error) { return with_version_hint(std::move(error), slug); });
}

Status check_management_key(const Service& service) {
  const auto& operation = spec::get_credential;
  const auto request = sendable_request(service, operation, {{std::string(impossible_id)}});
  if (!request) return fail(request.error());
  const Question question{service, *request, operation.if_missing};
  auto exchange = http::send_one(*service.transport, *request);
  if (!exchange) return fail(complete(question, std::move(exchange.error())));
  // Any web server answers 404; only the service says so in its envelope.
  if (exchange->response.status == 404 && has_complaint(exchange->response.body)) return {};
  if (auto failure = find_failure(question, *exchange)) return fail(*std::move(failure));
  return {};
}

Result<http::Exchange> send_any(const Service& service, const Call& call) {
  const auto request = any_request(service, call);
  if (!request) return fail(request.error());
  return http::send_one(*service.transport, *request).map_error([&](Error error) {
    return complete({service, *request, {}}, std::move(error));
  });
}

std::optional<Error> failure_of(const Service& service, const Call& call,
                                const http::Exchange& exchange) {
  const auto request = any_request(service, call);
  return request ? find_failure({service, *request, "check the path"}, exchange) : request.error();
}

} // namespace mrctl::service
