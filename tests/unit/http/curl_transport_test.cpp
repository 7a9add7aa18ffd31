#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"
#include "one_exchange.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <tuple>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;
using namespace std::chrono_literals;

TEST_CASE("status, headers and body come back as they were sent") {
  const LoopbackServer server(always(
      response_text("418 Odd", "X-Request-Id: req-1\r\nX-Twice: a\r\nX-Twice: b\r\n", "{}\n")));
  const auto result = send_one(get(server.url("/a?b=c")));
  REQUIRE(result);
  CHECK(result->response.status == 418);
  CHECK(result->response.body == "{}\n");
  CHECK(find_header(result->response.headers, "x-request-id") == "req-1");
  CHECK(result->response.headers.size() == 4);
  CHECK(result->attempts == 1);
  CHECK(result->timings.total > 0us);
  CHECK(server.requests().front().substr(0, 20) == "GET /a?b=c HTTP/1.1\r");
}

TEST_CASE("a body, its type and the key really go out") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  const auto result = send_one(post(server.url("/x"), R"({"a":1})"));
  REQUIRE(result);
  const auto request = server.requests().front();
  CHECK(request.substr(0, 8) == "POST /x ");
  CHECK(contains(request, "\r\nAuthorization: Bearer sk-mgmt-test-000000000000\r\n"));
  CHECK(contains(request, "\r\nContent-Type: application/json\r\n"));
  CHECK(contains(request, "\r\nContent-Length: 7\r\n"));
  CHECK(request.substr(request.size() - 11) == "\r\n\r\n{\"a\":1}");
}

TEST_CASE("a request without a key sends no Authorization, and one without a type no type") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  auto request = post(server.url("/x"), "text");
  request.key.reset();
  request.headers.clear();
  REQUIRE(send_one(request));
  CHECK_FALSE(contains(server.requests().front(), "Authorization"));
  CHECK_FALSE(contains(server.requests().front(), "Content-Type"));
}

TEST_CASE("a large body goes out at once, without Expect") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  const std::string body(std::size_t{3} << 20U, 'x');
  REQUIRE(send_one(post(server.url("/x"), body)));
  const auto request = server.requests().front();
  CHECK_FALSE(contains(request.substr(0, request.find("\r\n\r\n")), "Expect"));
  CHECK(request.substr(request.find("\r\n\r\n") + 4) == body);
}

TEST_CASE("a path goes out as it is written") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  REQUIRE(send_one(get(server.url("/a/../b%2Fc"))));
  CHECK(contains(server.requests().front(), "GET /a/../b%2Fc HTTP/1.1"));
}

TEST_CASE("any method goes out") {
  const LoopbackServer server(always("HTTP/1.1 204 No Content\r\n\r\n"));
  for (const std::string method : {"DELETE", "PATCH", "HEAD", "PUT"}) {
    auto request = get(server.url("/x"));
    request.method = method;
    const auto result = send_one(request);
    REQUIRE(result);
    CHECK(result->response.status == 204);
    CHECK(server.requests().back().substr(0, method.size() + 1) == method + " ");
  }
}

TEST_CASE("a server that never answers is given up at the time limit") {
  const LoopbackServer server(never_answer);
  Options options;
  options.timeout = 100ms;
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(result.error().message == "no answer within 100ms");
  CHECK(sent(result) == Sent::unknown);
}

TEST_CASE("no time limit is no time limit") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  Options options;
  options.timeout = 0ms;
  options.connect_timeout = 0ms;
  CHECK(send_one(get(server.url("/x")), options));
}

TEST_CASE("a refused connection says who refused, and nothing was sent") {
  std::string url;
  {
    const LoopbackServer server(never_answer);
    url = server.url("");
  }
  const auto result = send_one(post(url + "/x", "{}"));
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(result.error().message == "connection refused by " + url.substr(7));
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a name that does not exist was not sent to") {
  const auto result = send_one(get("http://host.invalid/x"));
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a connection closed without an answer leaves open what happened") {
  const LoopbackServer server([](int) {});
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "closed the connection without an answer"));
  CHECK(sent(result) == Sent::unknown);
}

TEST_CASE("a redirect comes back and is not followed") {
  const LoopbackServer other(always(response_text("200 OK", "", "{}")));
  const LoopbackServer server(
      always(response_text("302 Found", "Location: " + other.url("/") + "\r\n", "")));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE(result);
  CHECK(result->response.status == 302);
  CHECK(other.requests().empty());
}

TEST_CASE("what does not speak HTTP is said so") {
  const LoopbackServer server(always("SSH-2.0-OpenSSH\r\n"));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "does not speak HTTP"));
}

TEST_CASE("a key is never sent in the clear to another host") {
  std::atomic<bool> is_traced = false;
  Options options;
  options.verbosity = Verbosity::headers;
  options.trace = [&](std::string_view line) { is_traced = is_traced || line.substr(0, 1) == ">"; };
  const auto result = send_one(post("http://host.invalid/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::unauthorized);
  CHECK(sent(result) == Sent::no);
  CHECK_FALSE(is_traced);
}

TEST_CASE("TLS begins at version 1.2, and HTTP/2 is offered") {
  const LoopbackServer server([](int) {});
  CHECK_FALSE(send_one(get("https" + server.url("/").substr(4))));
  REQUIRE(server.requests().size() == 1);
  const auto hello = server.requests().front();
  using namespace std::string_view_literals;
  CHECK(contains(hello, "\x02h2\x08http/1.1"));
  // The extension supported_versions: 1.3 and 1.2, nothing older.
  CHECK(contains(hello, "\x00\x2b\x00\x05\x04\x03\x04\x03\x03"sv));
}

TEST_CASE("a URL that cannot be used fails alone, and the answers keep the order") {
  const LoopbackServer server(
      [](int socket) { send_text(socket, response_text("200 OK", "", "{}")); });
  const std::vector<Request> requests{get(server.url("/a")), get("gopher://x/"),
                                      get(server.url("/b"))};
  auto transport = make_curl_transport({});
  REQUIRE(transport);
  const auto results = http::send_all(**transport, requests);
  REQUIRE(results.size() == 3);
  CHECK(results[0]);
  REQUIRE_FALSE(results[1]);
  CHECK(results[1].error().kind == ErrorKind::usage);
  CHECK(results[2]);
}

TEST_CASE("many requests go out side by side, never more than the limit, and come back in order") {
  int now = 0;
  int most = 0;
  std::mutex mutex;
  std::condition_variable has_come;
  const LoopbackServer server([&](int socket) {
    {
      std::unique_lock lock(mutex);
      most = std::max(most, ++now);
      has_come.notify_all();
      has_come.wait_for(lock, 60s, [&] { return most >= 4; });
      has_come.wait_for(lock, 10ms, [&] { return most > 4; }); // nothing would hold one more back
      --now;
    }
    send_text(socket, response_text("200 OK", "", "{}"));
  });
  std::vector<Request> requests;
  for (int i = 0; i < 12; ++i)
    requests.push_back(get(server.url("/" + std::to_string(i))));
  Options options;
  options.parallel = 4;
  auto transport = make_curl_transport(options);
  REQUIRE(transport);
  const auto results = http::send_all(**transport, requests);
  CHECK(std::all_of(results.begin(), results.end(),
                    [](const auto& result) { return result.has_value(); }));
  CHECK(most == 4);
  CHECK(server.requests().size() == 12);
}

TEST_CASE("what looks like the place of the request before is looked at again") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  auto transport = make_curl_transport({});
  REQUIRE(transport);
  const auto place = server.url("");
  REQUIRE(http::send_one(**transport, post(place + "/x", "{}")));
  for (const auto* rest :
       {"@host.invalid/x", "\\@host.invalid/x", ".host.invalid/x", "@host.invalid"}) {
    CAPTURE(rest);
    const auto result = http::send_one(**transport, post(place + rest, "{}"));
    REQUIRE_FALSE(result);
    CHECK(result.error().kind != ErrorKind::no_response); // nobody was asked
    CHECK(sent(result) == Sent::no);
  }
  CHECK(server.requests().size() == 1);
}

TEST_CASE("a spelling of a URL that leaves its host in doubt is looked at each time") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  for (const std::string scheme : {"http:/", "http:///"}) {
    auto transport = make_curl_transport({});
    REQUIRE(transport);
    const auto place = server.url("").substr(std::string("http://").size());
    std::ignore = http::send_one(**transport, post(scheme + place + "/x", "{}"));
    const auto result = http::send_one(**transport, post(scheme + "host.invalid/x", "{}"));
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::unauthorized);
  }
}

TEST_CASE("nothing of a request is left for the next one") {
  const LoopbackServer server(always(response_text("200 OK", "", "{}")));
  Options options;
  options.parallel = 1;
  auto transport = make_curl_transport(options);
  REQUIRE(transport);
  auto remove = post(server.url("/a"), "{}");
  remove.method = "DELETE";
  auto head = get(server.url("/b"));
  head.method = "HEAD";
  const std::vector requests{remove,
                             get(server.url("/c")),
                             head,
                             get(server.url("/d")),
                             post(server.url("/e"), "{}"),
                             get(server.url("/f"))};
  for (const auto& result : http::send_all(**transport, requests))
    CHECK(result);
  const auto seen = server.requests();
  REQUIRE(seen.size() == requests.size());
  CHECK(seen[0].starts_with("DELETE /a "));
  CHECK(seen[2].starts_with("HEAD /b "));
  CHECK(seen[4].starts_with("POST /e "));
  for (const std::size_t i : {1U, 3U, 5U}) {
    CHECK(seen[i].starts_with("GET /"));
    CHECK_FALSE(contains(seen[i], "Content-"));
    CHECK_FALSE(contains(seen[i], "{}"));
  }
}

TEST_CASE("a transport sends again and again") {
  const LoopbackServer server(always(response_text("200 OK", "X-A: 1\r\n", "{}")));
  auto transport = make_curl_transport({});
  REQUIRE(transport);
  const auto with_body = post(server.url("/x"), "{}");
  const auto without = get(server.url("/y"));
  REQUIRE(http::send_one(**transport, with_body));
  const auto second = http::send_one(**transport, without);
  REQUIRE(second);
  CHECK(second->response.headers.size() == 2);
  CHECK(server.requests()[1].substr(0, 6) == "GET /y");
  CHECK_FALSE(contains(server.requests()[1], "Authorization"));
  CHECK(http::send_all(**transport, {}).empty());
}

TEST_CASE("roots that cannot be read are a usage error") {
  const LoopbackServer server(never_answer);
  Options options;
  options.ca_cert = "/does/not/exist.pem";
  const auto result = send_one(get("https" + server.url("/").substr(4)), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::usage);
  CHECK(contains(result.error().message, "/does/not/exist.pem"));
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a key does not pass a proxy in the clear") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "{}")));
  Options options;
  options.proxy = proxy.url("");
  const auto result = send_one(post("http://127.0.0.1:9/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::unauthorized);
  CHECK(proxy.requests().empty());
}
