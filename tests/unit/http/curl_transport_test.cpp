#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <tuple>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view key_text = "sk-mgmt-test-000000000000";

// One attempt: retrying_transport_test.cpp is about the others.
Result<Exchange> send_one(const Request& request, Options options = {}) {
  options.retries = 0;
  auto transport = make_curl_transport(std::move(options));
  REQUIRE(transport);
  auto results = (*transport)->send(std::span(&request, 1));
  REQUIRE(results.size() == 1);
  return std::move(results.front());
}

Request get(std::string url) {
  return {.method = "GET", .url = std::move(url), .headers = {}, .body = {}, .key = {}};
}

Request post(std::string url, std::string body) {
  return {.method = "POST",
          .url = std::move(url),
          .headers = {{"Content-Type", "application/json"}},
          .body = std::move(body),
          .key = Secret(std::string(key_text))};
}

std::string gzip_of_64_kib() {
  constexpr std::string_view bytes{
      "\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03\xED\xC1\x01\x01\x00\x00\x00\x80\x90\xDB"
      "\xCD\xEF\x08\x0A\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
      "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
      "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"
      "\x00\x00\x00\x00\x00\x00\x00\x6A\x9A\x58\xB4\x2C\x00\x00\x01\x00",
      96};
  return std::string(bytes);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

Sent sent(const Result<Exchange>& result) {
  return result.error().http->sent;
}

} // namespace

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

TEST_CASE("a body that never ends is given up at the time limit, and was acted on") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
    never_answer(socket);
  });
  Options options;
  options.timeout = 100ms;
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the answer was not complete within 100ms");
  CHECK(sent(result) == Sent::yes);
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

TEST_CASE("a success that is cut off in its body was sent and is no response") {
  const LoopbackServer server(always("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":"));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(result.error().message == "the answer was cut off");
  CHECK(sent(result) == Sent::yes);
}

TEST_CASE("a failure that is cut off in its body is the response it begins") {
  const LoopbackServer server(
      always("HTTP/1.1 500 Oops\r\nContent-Length: 100\r\n\r\n{\"error\":"));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE(result);
  CHECK(result->response.status == 500);
  CHECK(result->response.body == "{\"error\":");
}

TEST_CASE("a body beyond the limit is refused, one at the limit is not") {
  const LoopbackServer server(
      always(response_text("200 OK", "", std::string(std::size_t{1} << 20U, 'x'))));
  Options options;
  options.largest_response = std::size_t{1} << 20U;
  CHECK(send_one(get(server.url("/x")), options));
  options.largest_response -= 1;
  const auto result = send_one(get(server.url("/x")), options);
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "the answer is larger than"));
}

TEST_CASE("a body that is announced beyond the limit is refused before it comes") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
    never_answer(socket);
  });
  Options options;
  options.timeout = 30s;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the answer is larger than 64 MiB");
  CHECK(sent(result) == Sent::yes);
  CHECK(std::chrono::steady_clock::now() - begin < 15s);
}

TEST_CASE("headers without end are refused") {
  std::string headers;
  for (int i = 0; i < 40'000; ++i)
    headers += "X-Padding: 0123456789012345678901234567890\r\n";
  const LoopbackServer server(always(response_text("200 OK", headers, "{}")));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the headers of the answer are larger than 256 KiB");
}

TEST_CASE("a header without end is refused") {
  const LoopbackServer server(
      always("HTTP/1.1 200 OK\r\nX-Long: " + std::string(std::size_t{1} << 20U, 'x')));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(result.error().message ==
        "a line among the headers of the answer is too long, or memory ran out");
}

TEST_CASE("interim answers without end are refused") {
  std::string flood;
  for (int i = 0; i < 40'000; ++i)
    flood += "HTTP/1.1 100 Continue\r\n\r\n";
  const LoopbackServer server(always(flood + response_text("200 OK", "", "{}")));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "the headers of the answer are larger than 256 KiB"));
}

TEST_CASE("some interim answers are passed over") {
  const LoopbackServer server(always("HTTP/1.1 100 Continue\r\n\r\n"
                                     "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" +
                                     response_text("200 OK", "X-Late: 1\r\n", "{}")));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE(result);
  CHECK(result->response.status == 200);
  CHECK(find_header(result->response.headers, "X-Late") == "1");
  CHECK_FALSE(find_header(result->response.headers, "X-Early"));
}

TEST_CASE("a body is measured when it is unpacked, so that a small one cannot become huge") {
  const LoopbackServer server(
      always(response_text("200 OK", "Content-Encoding: gzip\r\n", gzip_of_64_kib())));
  Options options;
  options.largest_response = std::size_t{64} << 10U;
  const auto whole = send_one(get(server.url("/x")), options);
  REQUIRE(whole);
  CHECK(whole->response.body == std::string(std::size_t{64} << 10U, 'x'));
  CHECK(contains(server.requests().front(), "\r\nAccept-Encoding: "));
  options.largest_response -= 1;
  const auto result = send_one(get(server.url("/x")), options);
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "the answer is larger than"));
}

TEST_CASE("a body whose compression is broken is no answer") {
  const LoopbackServer server(
      always(response_text("200 OK", "Content-Encoding: gzip\r\n", "{\"data\":{}}")));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the answer's compression is broken");
}

TEST_CASE("chunks without end are refused at the limit") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    const auto chunk = "1000\r\n" + std::string(0x1000, 'x') + "\r\n";
    for (int i = 0; i < 100'000 && send(socket, chunk.data(), chunk.size(), MSG_NOSIGNAL) > 0;)
      ++i;
  });
  Options options;
  options.largest_response = std::size_t{1} << 20U;
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the answer is larger than 1 MiB");
  CHECK(sent(result) == Sent::yes);
}

TEST_CASE("a body that comes in drops is given up at the time limit") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
    for (int i = 0; i < 1000 && send(socket, "x", 1, MSG_NOSIGNAL) > 0; ++i)
      std::this_thread::sleep_for(10ms);
  });
  Options options;
  options.timeout = 300ms;
  const auto result = send_one(get(server.url("/x")), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the answer was not complete within 300ms");
}

TEST_CASE("an answer that breaks off among its headers or before its body is no answer") {
  for (const auto* text : {"HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Type: applic",
                           "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n", "HTTP/1.1 200 OK\r\n\r\n",
                           "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                           "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"da"}) {
    CAPTURE(text);
    const LoopbackServer server(always(text));
    for (const auto& request : {get(server.url("/x")), post(server.url("/x"), "{}")}) {
      const auto result = send_one(request);
      REQUIRE_FALSE(result);
      CHECK(result.error().kind == ErrorKind::no_response);
      CHECK(result.error().message == "the answer was cut off");
      CHECK(sent(result) == Sent::yes);
    }
  }
}

TEST_CASE("an answer that may be empty is whole without a body") {
  for (const auto* text :
       {"HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /y\r\n\r\n"}) {
    CAPTURE(text);
    const LoopbackServer server(always(text));
    CHECK(send_one(get(server.url("/x"))));
  }
  const LoopbackServer server(always("HTTP/1.1 200 OK\r\n\r\n"));
  auto request = get(server.url("/x"));
  request.method = "DELETE";
  CHECK(send_one(request));
}

TEST_CASE("an answer without a length ends with its connection") {
  const LoopbackServer server(always("HTTP/1.1 200 OK\r\n\r\n{\"data\":{}}"));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE(result);
  CHECK(result->response.body == "{\"data\":{}}");
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

TEST_CASE("a key does not pass a proxy in the clear") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "{}")));
  Options options;
  options.proxy = proxy.url("");
  const auto result = send_one(post("http://127.0.0.1:9/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::unauthorized);
  CHECK(proxy.requests().empty());
}

TEST_CASE("a proxy that refuses to connect is no answer, and nothing was sent") {
  struct Row {
    const char* status;
    const char* message;
  };
  for (const Row& row :
       {Row{"403 Forbidden", "the proxy does not connect to service.invalid:443 (it answered 403)"},
        Row{"407 Who", "the proxy wants a user name and a password (407)"},
        Row{"502 Bad", "the proxy does not connect to service.invalid:443 (it answered 502)"}}) {
    CAPTURE(row.status);
    const LoopbackServer proxy(always(response_text(row.status, "", "<html>")));
    Options options;
    options.proxy = proxy.url("");
    const auto result = send_one(post("https://service.invalid/x", "{}"), options);
    REQUIRE_FALSE(result);
    CHECK(result.error().kind == ErrorKind::no_response);
    CHECK(result.error().message == row.message);
    CHECK(sent(result) == Sent::no);
    CHECK(contains(proxy.requests().front(), "CONNECT service.invalid:443 HTTP/1.1"));
    CHECK_FALSE(contains(proxy.requests().front(), key_text));
  }
}

TEST_CASE("a proxy that hangs up during its tunnel's TLS got nothing of the request") {
  const LoopbackServer proxy(always("HTTP/1.1 200 Connected\r\n\r\n"));
  Options options;
  options.proxy = proxy.url("");
  const auto result = send_one(post("https://service.invalid/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a proxy that never opens the tunnel is said to be the reason") {
  const LoopbackServer proxy(never_answer);
  Options options;
  options.proxy = proxy.url("");
  options.timeout = 300ms;
  const auto result = send_one(post("https://service.invalid/x", "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message ==
        "the proxy gave no connection to service.invalid:443 within 300ms");
  CHECK(sent(result) == Sent::no);
}

TEST_CASE("a proxy where nobody listens is not taken for the service") {
  std::string url;
  {
    const LoopbackServer gone(never_answer);
    url = gone.url("");
  }
  Options options;
  options.proxy = url;
  const auto result = send_one(get("http://service.invalid/x"), options);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "connection refused by the proxy " + url.substr(7));
}

TEST_CASE("the proxies of the environment are read as curl reads them") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  const auto goes_through = [&](const char* variable, const std::string& url) {
    const auto before = proxy.requests().size();
    setenv(variable, proxy.url("").c_str(), 1);
    Options options;
    options.timeout = 5s;
    std::ignore = send_one(get(url), options);
    unsetenv(variable);
    return proxy.requests().size() > before;
  };
  for (const auto* variable : {"http_proxy", "all_proxy", "ALL_PROXY"}) {
    CAPTURE(variable);
    CHECK(goes_through(variable, "http://service.invalid/x"));
  }
  // A web server hands the Proxy header of a request to its programs under this name.
  CHECK_FALSE(goes_through("HTTP_PROXY", "http://service.invalid/x"));
  for (const auto* variable : {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"}) {
    CAPTURE(variable);
    CHECK(goes_through(variable, "https://service.invalid/x"));
  }
  for (const auto* exception : {"no_proxy", "NO_PROXY"}) {
    CAPTURE(exception);
    setenv(exception, "other.example,service.invalid", 1);
    CHECK_FALSE(goes_through("all_proxy", "http://service.invalid/x"));
    unsetenv(exception);
  }
}

TEST_CASE("TLS begins at version 1.2, and HTTP/2 is offered") {
  std::string hello;
  {
    const LoopbackServer server(never_answer);
    Options options;
    options.timeout = 500ms;
    std::ignore = send_one(get("https" + server.url("/").substr(4)), options);
    for (int i = 0; i < 500 && server.requests().empty(); ++i)
      std::this_thread::sleep_for(10ms);
    REQUIRE_FALSE(server.requests().empty());
    hello = server.requests().front();
  }
  using namespace std::string_view_literals;
  CHECK(contains(hello, "\x02h2\x08http/1.1"));
  // The extension supported_versions: 1.3 and 1.2, nothing older.
  CHECK(contains(hello, "\x00\x2b\x00\x05\x04\x03\x04\x03\x03"sv));
}

TEST_CASE("this machine is not reached through the environment's proxy") {
  const LoopbackServer proxy(always(response_text("200 OK", "", "proxy")));
  const LoopbackServer server(always(response_text("200 OK", "", "server")));
  setenv("http_proxy", proxy.url("").c_str(), 1);
  const auto direct = send_one(get(server.url("/x")));
  const auto relayed = send_one(get("http://host.invalid/x"));
  unsetenv("http_proxy");
  REQUIRE(direct);
  CHECK(direct->response.body == "server");
  REQUIRE(relayed);
  CHECK(relayed->response.body == "proxy");
}

TEST_CASE("a URL that cannot be used fails alone, and the answers keep the order") {
  const LoopbackServer server(
      [](int socket) { send_text(socket, response_text("200 OK", "", "{}")); });
  const std::vector<Request> requests{get(server.url("/a")), get("gopher://x/"),
                                      get(server.url("/b"))};
  auto transport = make_curl_transport({});
  REQUIRE(transport);
  const auto results = (*transport)->send(requests);
  REQUIRE(results.size() == 3);
  CHECK(results[0]);
  REQUIRE_FALSE(results[1]);
  CHECK(results[1].error().kind == ErrorKind::usage);
  CHECK(results[2]);
}

TEST_CASE("many requests go out side by side, never more than the limit, and come back in order") {
  std::atomic<int> now = 0;
  std::atomic<int> most = 0;
  const LoopbackServer server([&](int socket) {
    const int here = ++now;
    for (int seen = most; here > seen && !most.compare_exchange_weak(seen, here);) {
    }
    std::this_thread::sleep_for(10ms);
    --now;
    send_text(socket, response_text("200 OK", "", "{}"));
  });
  std::vector<Request> requests;
  for (int i = 0; i < 12; ++i)
    requests.push_back(get(server.url("/" + std::to_string(i))));
  Options options;
  options.parallel = 4;
  auto transport = make_curl_transport(options);
  REQUIRE(transport);
  const auto results = (*transport)->send(requests);
  CHECK(std::all_of(results.begin(), results.end(),
                    [](const auto& result) { return result.has_value(); }));
  CHECK(most <= 4);
  CHECK(most >= 2);
  CHECK(server.requests().size() == 12);
}

TEST_CASE("a transport sends again and again") {
  const LoopbackServer server(always(response_text("200 OK", "X-A: 1\r\n", "{}")));
  auto transport = make_curl_transport({});
  REQUIRE(transport);
  const auto with_body = post(server.url("/x"), "{}");
  const auto without = get(server.url("/y"));
  REQUIRE((*transport)->send(std::span(&with_body, 1)).front());
  const auto second = std::move((*transport)->send(std::span(&without, 1)).front());
  REQUIRE(second);
  CHECK(second->response.headers.size() == 2);
  CHECK(server.requests()[1].substr(0, 6) == "GET /y");
  CHECK_FALSE(contains(server.requests()[1], "Authorization"));
  CHECK((*transport)->send({}).empty());
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
