#include "mrctl/http/curl_transport.hpp"

#include "../../../src/app/answer_ledger.hpp"
#include "unit/http/loopback_server.hpp"
#include "unit/http/one_exchange.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::app;
using namespace mrctl::test;

namespace {

// A ledger of requests to a server of one answer, and what it showed and noted.
class LedgerDesk {
public:
  explicit LedgerDesk(LoopbackServer::Answer answer)
      : server(std::move(answer)), ledger(server.url("/api/v1/"), shower(), noter(), teller()) {}

  std::unique_ptr<http::Transport> transport(int retries = 0) {
    http::Options options;
    options.retries = retries;
    auto made = ledger.watching(http::make_curl_transport)(std::move(options));
    REQUIRE(made.has_value());
    return std::move(*made);
  }

  void send(std::string_view method, const std::string& path) {
    auto request = get(server.url(path));
    request.method = method;
    static_cast<void>(http::send_one(*transport(), request));
  }

  LoopbackServer server;
  std::vector<std::string> shown;
  std::vector<FirstInterrupt> noted;
  std::vector<std::size_t> told;
  std::function<void()> stopping;
  AnswerLedger ledger;

private:
  class Shown final : public Activity {
  public:
    explicit Shown(std::vector<std::string>& texts) : texts_(texts) {}
    void say(std::string text) override { texts_.push_back(std::move(text)); }

  private:
    std::vector<std::string>& texts_;
  };

  BeginActivity shower() {
    return [this](std::string text) {
      shown.push_back(std::move(text));
      return std::make_unique<Shown>(shown);
    };
  }
  NoteSignals noter() {
    return [this](FirstInterrupt first, std::function<void()> stops) {
      noted.push_back(first);
      stopping = std::move(stops);
      return std::shared_ptr<const void>();
    };
  }
  AnswerLedger::TellOfStopping teller() {
    return [this](std::size_t in_progress) { told.push_back(in_progress); };
  }
};

LoopbackServer::Answer answering(const std::string& status) {
  return always(response_text(status, "", "{}"));
}

const std::string create_path = "/api/v1/presets/a/chat/completions";

} // namespace

TEST_CASE("before any request, a failure says that nothing was sent") {
  LedgerDesk desk(answering("200 OK"));
  CHECK(desk.ledger.failure("broken").http->sent == Sent::no);
  CHECK(desk.ledger.failure("broken").hint.empty());
  CHECK(desk.ledger.facts_afterwards()->operation.empty());
}

TEST_CASE("a failure after a request that was carried out names it, not a read after it") {
  LedgerDesk desk(answering("200 OK"));
  desk.send("GET", "/api/v1/key");
  desk.send("POST", create_path);
  desk.send("GET", "/api/v1/key");
  const auto failure = desk.ledger.failure("broken");
  CHECK(failure.http->operation == "POST /presets/a/chat/completions");
  CHECK(failure.http->status == 200);
  CHECK(failure.http->sent == Sent::yes);
  CHECK_FALSE(failure.hint.empty());
  CHECK(desk.ledger.facts_afterwards()->operation == failure.http->operation);
}

TEST_CASE("a request whose answer was lost leaves open what it did, and a later refusal does not") {
  LedgerDesk desk([](int) {}); // closes without an answer
  desk.send("POST", create_path);
  CHECK(desk.ledger.failure("broken").http->sent == Sent::unknown);
  CHECK_FALSE(desk.ledger.facts_afterwards().has_value());
  CHECK_FALSE(desk.ledger.completed(Error::internal("broken")).http);
}

TEST_CASE("what only reads leaves a failure of the result without anything sent") {
  LedgerDesk desk(answering("200 OK"));
  desk.send("GET", "/api/v1/key");
  CHECK(http_facts(desk.ledger.completed(Error::internal("x"))).sent == Sent::no);
  CHECK(desk.ledger.completed(Error::internal("x")).http);
  CHECK_FALSE(desk.ledger.completed(Error::usage("x")).http);
  auto known = with_http(Error::internal("x"), {.operation = "GET /key"});
  CHECK(http_facts(desk.ledger.completed(known)).operation == "GET /key");
}

TEST_CASE("a request to elsewhere is named by its whole address") {
  LedgerDesk desk(answering("404 Not Found"));
  desk.send("POST", "/other");
  CHECK(desk.ledger.failure("x").http->operation == "POST " + desk.server.url("/other"));
  CHECK(desk.ledger.failure("x").http->status == 404);
}

TEST_CASE("waiting for one answer and for several is shown with what is left") {
  LedgerDesk desk(answering("200 OK"));
  desk.send("GET", "/api/v1/key");
  REQUIRE(desk.shown.size() == 2);
  CHECK(desk.shown[0].starts_with("waiting for 127.0.0.1:"));
  desk.shown.clear();
  const std::vector<http::Request> requests(3, get(desk.server.url("/api/v1/key")));
  const auto transport = desk.transport();
  CHECK(http::send_all(*transport, requests).size() == 3);
  REQUIRE(desk.shown.size() == 4);
  CHECK(desk.shown[0].starts_with("waiting for 3 answers from 127.0.0.1:"));
  CHECK(desk.shown[1].ends_with(", 2 of 3 answers left"));
  CHECK(desk.shown[3].ends_with(", 0 of 3 answers left"));
}

TEST_CASE("a large body is shown with its size, and a pause with its reason") {
  LedgerDesk desk(always(response_text("503 Service Unavailable", "Retry-After: 1\r\n", "{}")));
  auto request = get(desk.server.url("/api/v1/key"));
  request.body = SharedText(std::string(2'600'000, ' '));
  const auto transport = desk.transport(1);
  CHECK(http::send_one(*transport, request)->response.status == 503);
  REQUIRE(desk.shown.size() > 2);
  CHECK(desk.shown[0].starts_with("sending 3 MB to 127.0.0.1:"));
  CHECK(desk.shown[1].find(", again in 1 s (attempt 2 of 2)") != std::string::npos);
}

TEST_CASE("an interrupt ends requests of a known number, and stops new ones of an open number") {
  LedgerDesk desk(answering("200 OK"));
  const auto transport = desk.transport();
  static_cast<void>(transport->begin(1));
  const auto batch = transport->begin(0);
  CHECK(desk.noted == std::vector{FirstInterrupt::ends, FirstInterrupt::stops});
  batch->start(get(desk.server.url("/api/v1/key")));
  batch->start(get(desk.server.url("/api/v1/key")));
  desk.stopping();
  while (batch->next())
    continue;
  desk.stopping();
  CHECK(desk.told == std::vector<std::size_t>{2, 0});
  CHECK(desk.shown.empty()); // a batch of an open number is shown by its command
}
