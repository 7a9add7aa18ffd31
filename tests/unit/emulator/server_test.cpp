#include "mrctl/emulator/server.hpp"

#include "client.hpp"
#include "counting_store.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <list>
#include <memory>
#include <thread>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;
using namespace std::chrono_literals;

namespace {

Service service_with(const std::vector<std::string>& faults) {
  auto store = counting_store();
  std::vector<FaultRule> rules;
  for (const auto& fault : faults)
    rules.push_back(parse_fault_rule(fault).value());
  return {std::move(store), std::move(rules), 1};
}

Server started(Service& service, const Limits& limits = {}) {
  auto server = Server::start({"127.0.0.1", 0}, service, Log::off, limits);
  REQUIRE_MESSAGE(server, server.error().message);
  return std::move(*server);
}

std::uint16_t port_of(const Server& server) {
  return port_in(server.base_url());
}

const std::string preset_path = "/presets/support/chat/completions";
const std::string get_listing = text_of("GET", "/models/acme/tiny/endpoints");

// What the server says to bytes that end a connection.
std::string last_words(const Server& server, const std::string& text) {
  const RawClient raw(port_of(server));
  raw.send(text);
  std::string answer;
  CHECK(raw.read_to_end(answer) == 0);
  return answer;
}

} // namespace

TEST_CASE("the three operations answer over one connection") {
  auto service = service_with({});
  const auto server = started(service);
  const RawClient client(port_of(server));
  const auto endpoints = client.ask(get_listing);
  CHECK(endpoints.status == 200);
  CHECK(http::find_header(endpoints.headers, "Content-Type") == "application/json");
  CHECK(http::find_header(endpoints.headers, "x-request-id"));
  CHECK(client.ask(text_of("POST", preset_path, a_body)).status == 200);
  const auto credential = client.ask(text_of("GET", "/byok/11111111-1111-4111-8111-111111111111"));
  CHECK(credential.status == 200);
  CHECK(credential.body.find("\"label\":\"sk-…9f2c\"") != std::string::npos);
}

TEST_CASE("a body is JSON, whatever its type says") {
  auto service = service_with({});
  const auto server = started(service);
  const RawClient client(port_of(server));
  for (const std::string type : {"application/json", "application/x-www-form-urlencoded",
                                 "multipart/form-data; boundary=x"}) {
    auto text = text_of("POST", preset_path, a_body);
    text.insert(text.find("Host:"), "Content-Type: " + type + "\r\n");
    CHECK_MESSAGE(client.ask(text).status == 200, type);
  }
}

TEST_CASE("every method that is not the operation's is 404") {
  auto service = service_with({});
  const auto server = started(service);
  const RawClient client(port_of(server));
  for (const std::string method : {"DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "NONSENSE"}) {
    const auto answer = client.ask(text_of(method, preset_path, a_body));
    CHECK_MESSAGE(answer.status == 404, method);
    CHECK(message_of(answer) == "Resource not found");
  }
}

TEST_CASE("an answer to HEAD has no body") {
  auto service = service_with({});
  const auto server = started(service);
  const auto answer =
      last_words(server, "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(answer.starts_with("HTTP/1.1 404 Not Found\r\n"));
  CHECK(answer.ends_with("\r\n\r\n"));
}

TEST_CASE("what cannot be read is refused in the envelope, and the connection ends") {
  auto service = service_with({});
  const auto server = started(service);
  CHECK(last_words(server, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").starts_with("HTTP/1.1 505 "));
  const auto answer = last_words(server, "NONSENSE\r\n\r\n");
  CHECK(answer.starts_with("HTTP/1.1 400 Bad Request\r\n"));
  CHECK(answer.find("\r\nx-request-id: ") != std::string::npos);
  CHECK(answer.find("\r\nConnection: close\r\n") != std::string::npos);
  CHECK(answer.find("Invalid request parameters") != std::string::npos);
  CHECK(answer.find(R"("reason":"the first line is not a request line")") != std::string::npos);
  CHECK(RawClient(port_of(server)).ask(get_listing).status == 200);
}

TEST_CASE("a request for a name of another site is refused, whatever key it brings") {
  auto service = service_with({});
  const auto server = started(service);
  const auto for_host = [&](const std::string& host) {
    auto text = text_of("POST", preset_path, a_body);
    return last_words(server, text.replace(text.find("localhost"), 9, host));
  };
  const auto answer = for_host("rebound.example:8787");
  CHECK(answer.starts_with("HTTP/1.1 403 Forbidden\r\n"));
  CHECK(answer.find(R"("reason":"Host is not a loopback name")") != std::string::npos);
  const RawClient client(port_of(server));
  CHECK(client.ask(text_of("POST", preset_path, a_body)).body.find(R"("version":1,)") !=
        std::string::npos);
}

TEST_CASE("a client that sends no end of a body still hears that it is too large") {
  auto service = service_with({});
  Limits limits;
  limits.body = 1000;
  const auto server = started(service, limits);
  const auto head = "POST /api/v1" + preset_path + " HTTP/1.1\r\nHost: localhost\r\n";
  CHECK(last_words(server, head + "Content-Length: 1001\r\n\r\n" + std::string(1001, ' '))
            .starts_with("HTTP/1.1 413 "));
  CHECK(last_words(server, head + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n")
            .starts_with("HTTP/1.1 413 "));
}

TEST_CASE("a client that is too slow hears so") {
  auto service = service_with({});
  Limits limits;
  limits.request_time = 100ms;
  const auto server = started(service, limits);
  CHECK(last_words(server, "GET / HT").starts_with("HTTP/1.1 408 Request Timeout\r\n"));
  auto text = text_of("POST", preset_path, a_body);
  text.pop_back();
  CHECK(last_words(server, text).starts_with("HTTP/1.1 408 Request Timeout\r\n"));
}

TEST_CASE("requests that trickle are too slow, however steadily, and hold up no others") {
  auto service = service_with({});
  Limits limits;
  limits.request_time = 200ms;
  const auto server = started(service, limits);
  std::list<RawClient> slow;
  for (int i = 0; i < 20; ++i)
    slow.emplace_back(port_of(server)).send("GET / HTTP/1.1\r\nX: ");
  const RawClient quick(port_of(server));
  CHECK(quick.ask(get_listing).status == 200);
  for (const auto& raw : slow) {
    for (int i = 0; i < 500 && !raw.hears_something_within(1ms); ++i)
      for (const auto& each : slow)
        each.try_to_send("x");
    std::string answer;
    (void)raw.read_to_end(answer);
    CHECK(answer.starts_with("HTTP/1.1 408 Request Timeout\r\n"));
  }
  CHECK(quick.ask(get_listing).status == 200);
}

TEST_CASE("a connection without requests is closed after a while") {
  auto service = service_with({});
  Limits limits;
  limits.idle = 100ms;
  const auto server = started(service, limits);
  CHECK(last_words(server, "").empty());
}

TEST_CASE("a POST without a length is answered at once") {
  auto service = service_with({});
  const auto server = started(service);
  const RawClient client(port_of(server));
  CHECK(client.ask("POST /api/v1" + preset_path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").status ==
        401);
}

TEST_CASE("a reset is a reset") {
  auto service = service_with({"* * = reset"});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.send(get_listing);
  std::string answer;
  CHECK(raw.read_to_end(answer) == ECONNRESET);
  CHECK(answer.empty());
}

TEST_CASE("a truncated answer promises more than it sends") {
  auto service = service_with({"* * = truncate"});
  const auto server = started(service);
  const auto answer = last_words(server, get_listing);
  const auto head_end = answer.find("\r\n\r\n");
  REQUIRE(head_end != std::string::npos);
  const auto body = service_with({}).respond(get("/models/acme/tiny/endpoints")).response.body;
  CHECK(answer.find("Content-Length: " + std::to_string(body.size())) != std::string::npos);
  CHECK(answer.substr(head_end + 4) == body.substr(0, body.size() / 2));
}

TEST_CASE("a slow answer comes late, but comes") {
  auto service = service_with({"* * = slow 1s"});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.send(get_listing);
  CHECK_FALSE(raw.hears_something_within(100ms));
  CHECK(raw.hears_something_within(60s));
}

TEST_CASE("a hanging answer never comes, and the server can still end") {
  auto service = service_with({"* * = hang"});
  std::string answer;
  auto server = std::make_unique<Server>(started(service));
  const RawClient raw(port_of(*server));
  raw.send(get_listing);
  CHECK_FALSE(raw.hears_something_within(100ms));
  server.reset();
  (void)raw.read_to_end(answer);
  CHECK(answer.empty());
}

TEST_CASE("an idle connection does not keep the server from ending") {
  auto service = service_with({});
  auto server = std::make_unique<Server>(started(service));
  const RawClient raw(port_of(*server));
  CHECK(raw.ask(get_listing).status == 200);
  const auto start = std::chrono::steady_clock::now();
  server.reset();
  CHECK(std::chrono::steady_clock::now() - start < 20s);
}

TEST_CASE("many connections are served at once") {
  auto service = service_with({"* * = slow 1s"});
  const auto server = started(service);
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 32; ++i)
    clients.emplace_back([&] {
      const RawClient client(port_of(server));
      answered += client.ask(get_listing).status == 200 ? 1 : 0;
    });
  for (auto& client : clients)
    client.join();
  CHECK(answered == 32);
  CHECK(std::chrono::steady_clock::now() - start < 20s); // one after the other: 32 s
}

TEST_CASE("a connection without a place is served once another one has ended") {
  auto service = service_with({});
  Limits limits;
  limits.connections = 1;
  limits.idle = 100ms;
  const auto server = started(service, limits);
  const RawClient first(port_of(server));
  CHECK(first.ask(get_listing).status == 200);
  const RawClient second(port_of(server));
  CHECK(second.ask(get_listing).status == 200);
}

TEST_CASE("a server whose places all hang can end while another connection waits for one") {
  auto service = service_with({"* * = hang"});
  Limits limits;
  limits.connections = 1;
  auto server = std::make_unique<Server>(started(service, limits));
  const RawClient hanging(port_of(*server));
  hanging.send(get_listing);
  CHECK_FALSE(hanging.hears_something_within(50ms));
  const RawClient waiting(port_of(*server));
  waiting.send(get_listing);
  CHECK_FALSE(waiting.hears_something_within(50ms));
  server.reset();
  std::string answer;
  (void)hanging.read_to_end(answer);
  (void)waiting.read_to_end(answer);
  CHECK(answer.empty());
}

TEST_CASE("an address that is taken is one clear error") {
  auto service = service_with({});
  const auto server = started(service);
  const auto second = Server::start({"127.0.0.1", port_of(server)}, service, Log::off);
  REQUIRE_FALSE(second);
  CHECK(second.error().kind == ErrorKind::usage);
  CHECK(second.error().message == "cannot listen on http://127.0.0.1:" +
                                      std::to_string(port_of(server)) + ": Address already in use");
}
