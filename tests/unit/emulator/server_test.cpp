#include "mrctl/emulator/server.hpp"

#include "ask.hpp"

#include <doctest/doctest.h>
#include <httplib.h>

#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;
using namespace std::chrono_literals;

namespace {

Service service_with(const std::vector<std::string>& faults) {
  auto store = counting_store();
  REQUIRE(store);
  std::vector<FaultRule> rules;
  for (const auto& fault : faults)
    rules.push_back(parse_fault_rule(fault).value());
  return {std::move(*store), std::move(rules), 1};
}

Server started(Service& service) {
  auto server = Server::start({"127.0.0.1", 0}, service, Log::off);
  REQUIRE_MESSAGE(server, server.error().message);
  return std::move(*server);
}

std::uint16_t port_of(const Server& server) {
  const auto& url = server.base_url();
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

const httplib::Headers with_key{{"Authorization", "Bearer " + Keys{}.management}};
const std::string preset_path = "/api/v1/presets/support/chat/completions";
const std::string listing_path = "/api/v1/models/acme/tiny/endpoints";

// A connection of which the tests see every byte.
class RawClient {
public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  void send(const std::string& text) const {
    REQUIRE(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
            static_cast<ssize_t>(text.size()));
  }
  void ask_for(const std::string& path) const {
    send("GET " + path + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + Keys{}.management +
         "\r\n\r\n");
  }
  [[nodiscard]] bool hears_something_within(std::chrono::milliseconds time) const {
    pollfd place{socket_, POLLIN, 0};
    return ::poll(&place, 1, static_cast<int>(time.count())) > 0;
  }
  // Reads until the other side closes; returns the errno, 0 for an orderly end.
  int read_to_end(std::string& text) const {
    char buffer[4096];
    for (;;) {
      const auto count = ::recv(socket_, buffer, sizeof buffer, 0);
      if (count == 0) return 0;
      if (count < 0) return errno;
      text.append(buffer, static_cast<std::size_t>(count));
    }
  }

private:
  int socket_;
};

} // namespace

TEST_CASE("the three operations answer over loopback") {
  auto service = service_with({});
  const auto server = started(service);
  httplib::Client client("127.0.0.1", port_of(server));
  client.set_keep_alive(true);
  const auto listing = client.Get(listing_path, with_key);
  REQUIRE(listing);
  CHECK(listing->status == 200);
  CHECK(listing->get_header_value("Content-Type") == "application/json");
  CHECK(listing->has_header("x-request-id"));
  const auto preset = client.Post(preset_path, with_key, a_body, "application/json");
  REQUIRE(preset);
  CHECK(preset->status == 200);
  const auto credential = client.Get("/api/v1/byok/11111111-1111-4111-8111-111111111111", with_key);
  REQUIRE(credential);
  CHECK(credential->status == 200);
  CHECK(credential->body.find("\"label\":\"sk-…9f2c\"") != std::string::npos);
}

TEST_CASE("a body is JSON, whatever its type says") {
  auto service = service_with({});
  const auto server = started(service);
  httplib::Client client("127.0.0.1", port_of(server));
  for (const auto* type :
       {"application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"})
    CHECK_MESSAGE(client.Post(preset_path, with_key, a_body, type)->status == 200, type);
}

TEST_CASE("other methods and broken requests get the envelope") {
  auto service = service_with({});
  const auto server = started(service);
  httplib::Client client("127.0.0.1", port_of(server));
  const auto removed = client.Delete(preset_path, with_key);
  REQUIRE(removed);
  CHECK(removed->status == 404);
  CHECK(removed->body.find("Resource not found") != std::string::npos);
  const RawClient raw(port_of(server));
  raw.send("NONSENSE / HTTP/1.1\r\nConnection: close\r\n\r\n");
  std::string answer;
  CHECK(raw.read_to_end(answer) == 0);
  CHECK(answer.find("HTTP/1.1 400") == 0);
  CHECK(answer.find("Invalid request parameters") != std::string::npos);
}

TEST_CASE("a POST without a length is answered at once") {
  auto service = service_with({});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.send("POST " + preset_path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  std::string answer;
  CHECK(raw.read_to_end(answer) == 0);
  CHECK(answer.find("HTTP/1.1 401") == 0);
}

TEST_CASE("a reset is a reset") {
  auto service = service_with({"* * = reset"});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.ask_for(listing_path);
  std::string answer;
  CHECK(raw.read_to_end(answer) == ECONNRESET);
  CHECK(answer.empty());
}

TEST_CASE("a truncated answer promises more than it sends") {
  auto service = service_with({"* * = truncate"});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.ask_for(listing_path);
  std::string answer;
  CHECK(raw.read_to_end(answer) == 0);
  const auto head_end = answer.find("\r\n\r\n");
  REQUIRE(head_end != std::string::npos);
  const auto body = service_with({}).respond(get("/models/acme/tiny/endpoints")).response.body;
  CHECK(answer.find("Content-Length: " + std::to_string(body.size())) != std::string::npos);
  CHECK(answer.substr(head_end + 4) == body.substr(0, body.size() / 2));
}

TEST_CASE("a slow answer comes late, but comes") {
  auto service = service_with({"* * = slow 150ms"});
  const auto server = started(service);
  const RawClient raw(port_of(server));
  raw.ask_for(listing_path);
  CHECK_FALSE(raw.hears_something_within(100ms));
  CHECK(raw.hears_something_within(5s));
}

TEST_CASE("a hanging answer never comes, and the server can still end") {
  auto service = service_with({"* * = hang"});
  std::string answer;
  auto server = std::make_unique<Server>(started(service));
  const RawClient raw(port_of(*server));
  raw.ask_for(listing_path);
  CHECK_FALSE(raw.hears_something_within(100ms));
  server.reset();
  (void)raw.read_to_end(answer);
  CHECK(answer.empty());
}

TEST_CASE("an idle connection does not keep the server from ending") {
  auto service = service_with({});
  auto server = std::make_unique<Server>(started(service));
  const RawClient raw(port_of(*server));
  raw.ask_for(listing_path);
  REQUIRE(raw.hears_something_within(5s));
  const auto start = std::chrono::steady_clock::now();
  server.reset();
  CHECK(std::chrono::steady_clock::now() - start < 5s);
}

TEST_CASE("many connections are served at once") {
  auto service = service_with({"* * = slow 100ms"});
  const auto server = started(service);
  std::atomic<int> answered = 0;
  std::vector<std::thread> clients;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 32; ++i)
    clients.emplace_back([&] {
      httplib::Client client("127.0.0.1", port_of(server));
      const auto listing = client.Get(listing_path, with_key);
      answered += listing && listing->status == 200 ? 1 : 0;
    });
  for (auto& client : clients)
    client.join();
  CHECK(answered == 32);
  CHECK(std::chrono::steady_clock::now() - start < 2s); // one after the other: 3.2 s
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
