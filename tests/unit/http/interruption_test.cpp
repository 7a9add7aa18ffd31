#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;

namespace {

using Clock = std::chrono::steady_clock;

Request post_to(const LoopbackServer& server) {
  return {.method = "POST", .url = server.url("/x"), .headers = {}, .body = "{}", .key = {}};
}

Request get_from(const LoopbackServer& server) {
  return {.method = "GET", .url = server.url("/x"), .headers = {}, .body = {}, .key = {}};
}

std::vector<Result<Exchange>> send(const std::vector<Request>& requests, Options options) {
  options.timeout = Duration{0};
  auto transport = make_curl_transport(std::move(options));
  REQUIRE(transport);
  return http::send_all(**transport, requests);
}

// What asks for it ends once a server has got its request.
Options ended_after_first_request(const LoopbackServer& server, ErrorKind kind) {
  Options options;
  options.interruption = [&server, kind] {
    return server.requests().empty() ? std::nullopt : std::optional(kind);
  };
  return options;
}

// What asks for it ends a second after something has happened.
Options ended_soon_after(const std::atomic<bool>& event, ErrorKind kind) {
  Options options;
  options.interruption = [&event, kind,
                          due = Clock::time_point{}]() mutable -> std::optional<ErrorKind> {
    if (!event) return std::nullopt;
    if (due == Clock::time_point{}) due = Clock::now() + std::chrono::seconds(1);
    return Clock::now() < due ? std::nullopt : std::optional(kind);
  };
  return options;
}

} // namespace

TEST_CASE("an interruption ends what nobody answers, and leaves open what happened") {
  const LoopbackServer server(never_answer);
  const auto results =
      send({post_to(server)}, ended_after_first_request(server, ErrorKind::interrupted));
  REQUIRE_FALSE(results[0]);
  const auto& error = results[0].error();
  CHECK(error.kind == ErrorKind::interrupted);
  CHECK(error.message == "interrupted before the answer was complete");
  CHECK(error.http->sent == Sent::unknown);
  CHECK(error.http->attempts == 1);
}

TEST_CASE("half of an answer says that the request was acted on") {
  std::atomic<bool> is_half_sent = false;
  const LoopbackServer server([&](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
    is_half_sent = true;
    never_answer(socket);
  });
  const auto results =
      send({post_to(server)}, ended_soon_after(is_half_sent, ErrorKind::terminated));
  REQUIRE_FALSE(results[0]);
  CHECK(results[0].error().kind == ErrorKind::terminated);
  CHECK(results[0].error().http->sent == Sent::yes);
}

TEST_CASE("requests whose turn had not come were not sent") {
  const LoopbackServer server(never_answer);
  auto options = ended_after_first_request(server, ErrorKind::interrupted);
  options.parallel = 1;
  const auto results = send({get_from(server), get_from(server), get_from(server)}, options);
  for (const auto& result : results) {
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::interrupted);
  }
  CHECK(results[2].error().http->sent == Sent::no);
  CHECK(server.requests().size() == 1);
}

TEST_CASE("a wait for another attempt ends at once, and what was refused stays refused") {
  std::atomic<bool> is_answered = false;
  const LoopbackServer server([&](int socket) {
    send_text(socket, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1000\r\n"
                      "Content-Length: 0\r\n\r\n");
    is_answered = true;
  });
  const auto results =
      send({post_to(server)}, ended_soon_after(is_answered, ErrorKind::terminated));
  REQUIRE_FALSE(results[0]);
  const auto& error = results[0].error();
  CHECK(error.kind == ErrorKind::terminated);
  CHECK(error.message == "interrupted while waiting to try again after 429");
  CHECK(error.http->sent == Sent::yes);
  CHECK(error.http->status == 429);
  CHECK(error.http->attempts == 1);
  CHECK(error.http->retry_after_s == 1000);
  CHECK(server.requests().size() == 1);
}

TEST_CASE("what was not started is said to be interrupted, whatever the one before was told") {
  const LoopbackServer server(always(response_text("404 Not Found", "", "{}")));
  std::atomic<bool> is_answered = false;
  Options options;
  options.parallel = 1;
  options.timeout = Duration{0};
  options.interruption = [&]() -> std::optional<ErrorKind> {
    return is_answered ? std::optional(ErrorKind::interrupted) : std::nullopt;
  };
  auto transport = make_curl_transport(std::move(options));
  REQUIRE(transport);
  std::vector<Result<Exchange>> outcomes(3);
  const std::vector<Request> requests(3, get_from(server));
  http::send_each(**transport, requests, [&](std::size_t place, Result<Exchange> outcome) {
    is_answered = true;
    outcomes[place] = std::move(outcome);
  });
  CHECK(outcomes[0]->response.status == 404);
  for (const std::size_t place : {1U, 2U}) {
    REQUIRE_FALSE(outcomes[place]);
    CHECK(outcomes[place].error().kind == ErrorKind::interrupted);
    CHECK(outcomes[place].error().http->sent == Sent::no);
  }
  CHECK(server.requests().size() == 1);
}
