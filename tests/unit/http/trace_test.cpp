#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;

namespace {

constexpr std::string_view traced_key = "sk-mgmt-test-000000000000";

Request post_with_secrets(std::string url, std::string body) {
  return {.method = "POST",
          .url = std::move(url),
          .headers = {{"Content-Type", "application/json"},
                      {"X-Api-Key", "another-secret"},
                      {"Token", "another-secret"},
                      {"X-Auth", "another-secret"}},
          .body = std::move(body),
          .key = Secret(std::string(traced_key))};
}

std::vector<std::string> trace_of(Verbosity verbosity, const std::vector<Request>& requests,
                                  Options options = {}) {
  std::vector<std::string> lines;
  options.verbosity = verbosity;
  options.trace = [&](std::string_view line) { lines.emplace_back(line); };
  auto transport = make_curl_transport(options);
  REQUIRE(transport);
  for (const auto& result : http::send_all(**transport, requests))
    CHECK(result);
  return lines;
}

bool has(const std::vector<std::string>& lines, std::string_view part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const auto& line) { return line.find(part) != std::string::npos; });
}

// A service that repeats what it should not know.
LoopbackServer::Answer careless() {
  return always(response_text("401 No",
                              "X-Request-Id: req-1\r\nSet-Cookie: session=cookie-secret\r\n"
                              "X-Echo: sk-mgmt-test-000000000000\r\n",
                              R"({"error":{"message":"bad key sk-mgmt-test-000000000000"}})"));
}

} // namespace

TEST_CASE("one -v gives one line for an exchange") {
  const LoopbackServer server(careless());
  const auto lines = trace_of(Verbosity::exchanges, {post_with_secrets(server.url("/x"), "{}")});
  REQUIRE(lines.size() == 1);
  CHECK(lines[0]
            .substr(0, lines[0].find(" ms"))
            .substr(0, lines[0].rfind(", ", lines[0].find(" ms"))) ==
        "POST " + server.url("/x") + ": 401, request id req-1, attempt 1 of 3, HTTP/1.1");
  for (const auto* part : {" ms (name lookup ", ", connect ", ", TLS ", ", first byte "})
    CHECK(has(lines, part));
}

TEST_CASE("two -v give the headers of both sides") {
  const LoopbackServer server(careless());
  const auto lines =
      trace_of(Verbosity::headers, {post_with_secrets(server.url("/x"), "{\"body\":1}")});
  CHECK(has(lines, "> POST /x HTTP/1.1"));
  CHECK(has(lines, "> Content-Type: application/json"));
  CHECK(has(lines, "< HTTP/1.1 401 No"));
  CHECK(has(lines, "< X-Request-Id: req-1"));
  CHECK_FALSE(has(lines, "{\"body\":1}"));
}

TEST_CASE("three -v give the bodies of both sides") {
  const LoopbackServer server(careless());
  const auto lines =
      trace_of(Verbosity::bodies, {post_with_secrets(server.url("/x"), "{\"body\":\n1}")});
  CHECK(has(lines, "> {\"body\":"));
  CHECK(has(lines, "> 1}"));
  CHECK(has(lines, "< {\"error\""));
}

TEST_CASE("no secret is in a trace, however much it shows") {
  const LoopbackServer server(careless());
  const auto lines = trace_of(
      Verbosity::bodies, {post_with_secrets(server.url("/x?k=sk-mgmt-test-000000000000"),
                                            R"({"metadata":{"k":"sk-mgmt-test-000000000000"}})"),
                          post_with_secrets(server.url("/y"), "{}")});
  CHECK(has(lines, "> Authorization: [redacted]"));
  CHECK(has(lines, "k=[redacted]"));
  for (const auto* secret : {"sk-mgmt-test-000000000000", "another-secret", "cookie-secret"})
    CHECK_FALSE(has(lines, secret));
}

TEST_CASE("the lines of several requests are numbered") {
  const LoopbackServer server(careless());
  const auto lines = trace_of(Verbosity::exchanges, {post_with_secrets(server.url("/x"), "{}"),
                                                     post_with_secrets(server.url("/y"), "{}")});
  REQUIRE(lines.size() == 2);
  CHECK(has(lines, "[1] POST " + server.url("/x")));
  CHECK(has(lines, "[2] POST " + server.url("/y")));
}

TEST_CASE("the number of a request stays with it when it is tried again") {
  std::atomic<int> count = 0;
  const LoopbackServer server(
      [&](int socket) { send_text(socket, response_text("200 OK", "", "{}")); });
  const LoopbackServer busy([&](int socket) {
    const auto* status = ++count == 1 ? "429 Wait" : "200 OK";
    send_text(socket, response_text(status, "Retry-After: 0\r\n", "{}"));
  });
  const auto lines = trace_of(Verbosity::exchanges, {post_with_secrets(server.url("/x"), "{}"),
                                                     post_with_secrets(busy.url("/y"), "{}")});
  REQUIRE(lines.size() == 4);
  CHECK(has(lines, "[1] POST " + server.url("/x") + ": 200, request id none, attempt 1 of 3"));
  CHECK(has(lines, "[2] POST " + busy.url("/y") + ": 429, request id none, attempt 1 of 3"));
  CHECK(has(lines, "[2] waiting"));
  CHECK(has(lines, "[2] POST " + busy.url("/y") + ": 200, request id none, attempt 2 of 3"));
}

TEST_CASE("a password of a proxy is in no trace, and neither is its user") {
  const LoopbackServer proxy(always(response_text("200 OK", "", R"({"via":"hunter%402"})")));
  Options options;
  options.proxy = "http://somebody:hunter%402@" + proxy.url("").substr(7);
  options.secrets = {Secret("hunter@2"), Secret("somebody:hunter@2")};
  auto request = post_with_secrets("http://service.invalid/x", "{}");
  request.key.reset();
  const auto lines = trace_of(Verbosity::bodies, {request}, options);
  CHECK(proxy.requests().front().find("Proxy-Authorization: Basic c29tZWJvZHk6aHVudGVyQDI=") !=
        std::string::npos);
  CHECK(has(lines, "> Proxy-Authorization: [redacted]"));
  for (const auto* secret : {"hunter", "somebody", "c29tZWJvZHk6aHVudGVyQDI="})
    CHECK_FALSE(has(lines, secret));
}

TEST_CASE("a long body is shown by its beginning") {
  const LoopbackServer server(always(response_text("200 OK", "", std::string(10'000, 'x'))));
  const auto lines = trace_of(Verbosity::bodies, {post_with_secrets(server.url("/x"), "{}")});
  CHECK(has(lines, "< … 5904 bytes more"));
  CHECK(
      std::all_of(lines.begin(), lines.end(), [](const auto& line) { return line.size() < 5000; }));
}

TEST_CASE("a cut does not leave half a key") {
  const std::string body = std::string(4090, 'x') + std::string(traced_key);
  const LoopbackServer server(always(response_text("200 OK", "", body)));
  const auto lines = trace_of(Verbosity::bodies, {post_with_secrets(server.url("/x"), "{}")});
  CHECK_FALSE(has(lines, "sk-m"));
}

TEST_CASE("a failure is traced with what is known of it") {
  std::vector<std::string> lines;
  Options options;
  options.verbosity = Verbosity::exchanges;
  options.trace = [&](std::string_view line) { lines.emplace_back(line); };
  auto request = post_with_secrets("http://host.invalid/", "{}");
  auto transport = make_curl_transport(options);
  REQUIRE(transport);
  CHECK_FALSE(http::send_one(**transport, request));
  CHECK(has(lines, "sent: no, attempt 1 of 3"));
}
