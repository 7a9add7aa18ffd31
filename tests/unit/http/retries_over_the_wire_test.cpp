#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include "loopback_server.hpp"
#include "one_exchange.hpp"

#include <doctest/doctest.h>

#include <atomic>

using namespace mrctl;
using namespace mrctl::http;
using namespace mrctl::test;
using namespace std::chrono_literals;

namespace {

Result<Exchange> send_with_retries(const Request& request, Options options = {}) {
  auto transport = make_curl_transport(std::move(options));
  REQUIRE(transport);
  return http::send_one(**transport, request);
}

} // namespace

TEST_CASE("over a real wire a body and a key go out again as they were") {
  std::atomic<int> count = 0;
  const LoopbackServer server([&](int socket) {
    send_text(socket, ++count == 1 ? response_text("409 Conflict", "", "{}")
                                   : response_text("200 OK", "", "{}"));
  });
  const auto result = send_with_retries(post(server.url("/x"), R"({"a":1})"));
  REQUIRE(result);
  CHECK(result->attempts == 2);
  const auto requests = server.requests();
  REQUIRE(requests.size() == 2);
  CHECK(requests[0] == requests[1]);
  CHECK(contains(requests[1], key_text));
}

TEST_CASE("over a real wire the time limit spans all attempts") {
  std::atomic<int> count = 0;
  const LoopbackServer server([&](int socket) {
    if (++count == 1)
      std::this_thread::sleep_for(500ms);
    else
      never_answer(socket);
  });
  Options options;
  options.timeout = 3s;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = send_with_retries(get(server.url("/x")), options);
  const auto spent = std::chrono::steady_clock::now() - begin;
  REQUIRE_FALSE(result);
  CHECK(result.error().http->attempts == 2);
  CHECK(result.error().message == "no answer within 3s");
  CHECK(spent >= 2990ms);
}

TEST_CASE("over a real wire what cannot be mended goes out once") {
  const LoopbackServer server(always("SSH-2.0-OpenSSH\r\n"));
  const auto result = send_with_retries(get(server.url("/x")));
  REQUIRE_FALSE(result);
  CHECK(result.error().http->attempts == 1);
  CHECK(server.requests().size() == 1);
}
