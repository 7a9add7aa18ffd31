#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"
#include "one_exchange.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;
using namespace std::chrono_literals;

namespace {

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

} // namespace

TEST_CASE("a body that never ends is given up at the time limit, and was acted on") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{");
    never_answer(socket);
  });
  Options options;
  options.timeout = 100ms;
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "100ms"));
  CHECK(sent(result) == Sent::yes);
}

TEST_CASE("a success that is cut off in its body was sent and is no response") {
  const LoopbackServer server(always("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"data\":"));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE_FALSE(result);
  CHECK(result.error().kind == ErrorKind::no_response);
  CHECK(contains(result.error().message, "cut off"));
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
  CHECK(contains(result.error().message, "larger"));
}

TEST_CASE("a body that is announced beyond the limit is refused before it comes") {
  const LoopbackServer server([](int socket) {
    send_text(socket, "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n");
    never_answer(socket);
  });
  Options options;
  options.timeout = 300s;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = send_one(post(server.url("/x"), "{}"), options);
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "64 MiB"));
  CHECK(sent(result) == Sent::yes);
  CHECK(std::chrono::steady_clock::now() - begin < 100s);
}

TEST_CASE("headers without end are refused") {
  std::string headers;
  for (int i = 0; i < 40'000; ++i)
    headers += "X-Padding: 0123456789012345678901234567890\r\n";
  const LoopbackServer server(always(response_text("200 OK", headers, "{}")));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "headers"));
}

TEST_CASE("a header without end is refused") {
  const LoopbackServer server(
      always("HTTP/1.1 200 OK\r\nX-Long: " + std::string(std::size_t{1} << 20U, 'x')));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "headers"));
}

TEST_CASE("interim answers without end are refused") {
  std::string flood;
  for (int i = 0; i < 40'000; ++i)
    flood += "HTTP/1.1 100 Continue\r\n\r\n";
  const LoopbackServer server(always(flood + response_text("200 OK", "", "{}")));
  const auto result = send_one(post(server.url("/x"), "{}"));
  REQUIRE_FALSE(result);
  CHECK(contains(result.error().message, "256 KiB"));
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
  CHECK(contains(result.error().message, "larger"));
}

TEST_CASE("a body whose compression is broken is no answer") {
  const LoopbackServer server(
      always(response_text("200 OK", "Content-Encoding: gzip\r\n", "{\"data\":{}}")));
  const auto result = send_one(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(result.error().message ==
        "the answer is not compressed correctly, or in several parts, which mrctl cannot read");
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
  CHECK(contains(result.error().message, "1 MiB"));
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
  CHECK(contains(result.error().message, "300ms"));
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
      CHECK(contains(result.error().message, "cut off"));
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
