#include "mrctl/base/error.hpp"

#include "../../../src/http/retrying_transport.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <tuple>

using namespace mrctl;
using namespace mrctl::http;
using namespace std::chrono_literals;

namespace {

Request request_to(std::string url, std::string method = "GET") {
  return {.method = std::move(method), .url = std::move(url), .headers = {}, .body = {}, .key = {}};
}

// What one attempt brings, and the time that it takes.
struct Step {
  int status = 200; // 0: no answer
  Headers headers = {};
  Sent sent = Sent::unknown;
  ErrorKind failure = ErrorKind::no_response;
  Duration takes{0};
  Outlook outlook = Outlook::passing;
};

// Attempts that were made side by side.
struct Call {
  std::vector<std::string> urls;
  Duration at;
  Duration limit;

  bool operator==(const Call&) const = default;
};

// A wire and a clock on which time passes only when something waits. Each URL has its own steps;
// the last one repeats.
struct Desk {
  std::map<std::string, std::vector<Step>> script = {};
  Duration time{0};
  std::vector<Duration> sleeps = {};
  std::vector<Call> calls = {};
  std::vector<Try> tries = {};
  std::vector<std::string> trace = {};
  double jitter = 0.5;

  Step next_step(const std::string& url) {
    auto& steps = script.at(url);
    auto step = steps.front();
    if (steps.size() > 1) steps.erase(steps.begin());
    return step;
  }
};

Result<Exchange> result_of(const Step& step) {
  if (step.status != 0) return Exchange{.response = {step.status, step.headers, "{}"}};
  HttpFacts facts;
  facts.attempts = step.failure == ErrorKind::no_response ? 1 : 0;
  facts.sent = step.sent;
  return fail(with_http({.kind = step.failure, .message = "the network failed"}, facts));
}

class DeskWire final : public SingleAttempt {
public:
  explicit DeskWire(Desk& desk) : desk_(desk) {}

  std::size_t room() const override { return 8 - started_.size(); }
  void start(const Try& tried) override { started_.push_back(tried); }

  std::vector<Attempt> wait() override {
    Call call{{}, desk_.time, started_.front().limit};
    std::vector<Attempt> results;
    Duration slowest{0};
    for (const auto& tried : started_) {
      call.urls.push_back(tried.request->url);
      desk_.tries.push_back(tried);
      const auto step = desk_.next_step(tried.request->url);
      slowest = std::max(slowest, step.takes);
      results.push_back({tried.place, result_of(step), step.outlook});
    }
    started_.clear();
    desk_.time += slowest;
    desk_.calls.push_back(std::move(call));
    return results;
  }

private:
  std::vector<Try> started_;
  Desk& desk_;
};

Surroundings surroundings_of(Desk& desk) {
  return {.now = [&] { return std::chrono::steady_clock::time_point(desk.time); },
          .date = [&] { return std::chrono::system_clock::time_point(desk.time); },
          .sleep =
              [&](Duration wait) {
                desk.sleeps.push_back(wait);
                desk.time += wait;
              },
          .jitter = [&] { return desk.jitter; }};
}

std::vector<Result<Exchange>> send(Desk& desk, const std::vector<Request>& requests,
                                   Options options = {}) {
  options.trace = [&](std::string_view line) { desk.trace.emplace_back(line); };
  RetryingTransport transport(std::make_unique<DeskWire>(desk), std::move(options),
                              surroundings_of(desk));
  return send_all(transport, requests);
}

Result<Exchange> send_one(Desk& desk, const Request& request, Options options = {}) {
  auto results = send(desk, {request}, std::move(options));
  REQUIRE(results.size() == 1);
  return std::move(results.front());
}

Options with_timeout(Duration timeout) {
  Options options;
  options.timeout = timeout;
  return options;
}

Headers retry_after(std::string value) {
  return {{"Retry-After", std::move(value)}};
}

} // namespace

TEST_CASE("what succeeds at once goes out once") {
  Desk desk{.script = {{"/a", {{200}}}}};
  const auto result = send_one(desk, request_to("/a"));
  REQUIRE(result);
  CHECK(result->attempts == 1);
  CHECK(desk.calls == std::vector<Call>{{{"/a"}, 0ms, 60s}});
  CHECK(desk.sleeps.empty());
}

TEST_CASE("a GET is sent again until it succeeds, and says how often") {
  Desk desk{.script = {{"/a", {{503}, {.status = 0}, {200}}}}};
  const auto result = send_one(desk, request_to("/a"));
  REQUIRE(result);
  CHECK(result->response.status == 200);
  CHECK(result->attempts == 3);
  CHECK(desk.sleeps == std::vector<Duration>{125ms, 250ms});
}

TEST_CASE("the last answer comes back when the attempts are used up") {
  Desk desk{.script = {{"/a", {{500}, {502}, {503}, {200}}}}};
  const auto result = send_one(desk, request_to("/a"));
  REQUIRE(result);
  CHECK(result->response.status == 503);
  CHECK(result->attempts == 3);
}

TEST_CASE("the last failure comes back with all attempts") {
  Desk desk{.script = {{"/a", {{.status = 0, .sent = Sent::no}}}}};
  const auto result = send_one(desk, request_to("/a", "POST"));
  REQUIRE_FALSE(result);
  CHECK(result.error().http->attempts == 3);
  CHECK(result.error().http->sent == Sent::no);
}

TEST_CASE("a POST that may have been acted on is never sent again") {
  for (const auto& step : {Step{.status = 0, .sent = Sent::unknown},
                           Step{.status = 0, .sent = Sent::yes}, Step{500}, Step{503}}) {
    Desk desk{.script = {{"/a", {step, {200}}}}};
    std::ignore = send_one(desk, request_to("/a", "POST"));
    CHECK(desk.calls.size() == 1);
  }
}

TEST_CASE("a POST stops at the attempt whose end is unclear") {
  Desk desk{.script = {{"/a", {{409}, {.status = 0, .sent = Sent::unknown}, {200}}}}};
  const auto result = send_one(desk, request_to("/a", "POST"));
  REQUIRE_FALSE(result);
  CHECK(result.error().http->attempts == 2);
  CHECK(result.error().http->sent == Sent::unknown);
  CHECK(desk.calls.size() == 2);
}

TEST_CASE("what was refused before it left is not tried and not counted") {
  Desk desk{
      .script = {{"/a", {{.status = 0, .sent = Sent::no, .failure = ErrorKind::unauthorized}}}}};
  const auto result = send_one(desk, request_to("/a"));
  REQUIRE_FALSE(result);
  CHECK(result.error().http->attempts == 0);
  CHECK(desk.calls.size() == 1);
}

TEST_CASE("a failure that stays as it is goes out once, whatever the method") {
  for (const auto* method : {"GET", "POST"}) {
    Desk desk{.script = {
                  {"/a", {{.status = 0, .sent = Sent::no, .outlook = Outlook::permanent}, {200}}}}};
    CHECK_FALSE(send_one(desk, request_to("/a", method)));
    CHECK(desk.calls.size() == 1);
  }
}

TEST_CASE("the wire is told which request of how many it tries, and for which time") {
  Desk desk{.script = {{"/a", {{200}}}, {"/b", {{503}, {503}, {200}}}}};
  std::ignore = send(desk, {request_to("/a"), request_to("/b")});
  REQUIRE(desk.tries.size() == 4);
  for (int i = 1; i < 4; ++i) {
    const auto& tried = desk.tries[static_cast<std::size_t>(i)];
    CHECK(tried.place == 1);
    CHECK(tried.requests == 2);
    CHECK(tried.attempt == i);
    CHECK(tried.attempts == 3);
  }
}

TEST_CASE("no retries are no retries") {
  Desk desk{.script = {{"/a", {{503}, {200}}}}};
  Options options;
  options.retries = 0;
  CHECK(send_one(desk, request_to("/a"), options)->response.status == 503);
  CHECK(desk.calls.size() == 1);
}

TEST_CASE("Retry-After is waited for, in seconds or as a date") {
  Desk desk{
      .script = {
          {"/a",
           {{429, retry_after("3")}, {429, retry_after("Thu, 01 Jan 1970 00:00:10 GMT")}, {200}}}}};
  CHECK(send_one(desk, request_to("/a", "POST"))->attempts == 3);
  CHECK(desk.sleeps == std::vector<Duration>{3s, 7s});
}

TEST_CASE("a Retry-After that says nothing leaves the computed wait") {
  for (const auto* value : {"0", "-5", "soon", "", "Thu, 01 Jan 1970 00:00:00 GMT"}) {
    CAPTURE(value);
    Desk desk{.script = {{"/a", {{429, retry_after(value)}, {200}}}}, .time = 5s};
    CHECK(send_one(desk, request_to("/a", "POST"))->attempts == 2);
    CHECK(desk.sleeps == std::vector<Duration>{125ms});
  }
}

TEST_CASE("a POST is sent again after a 503 only where Retry-After can be read") {
  const auto attempts = [](const std::string& value) {
    Desk desk{.script = {{"/a", {{503, retry_after(value)}, {200}}}}};
    return send_one(desk, request_to("/a", "POST"))->attempts;
  };
  CHECK(attempts("1") == 2);
  CHECK(attempts("0") == 2);
  CHECK(attempts("-1") == 1);
  CHECK(attempts("soon") == 1);
}

TEST_CASE("a wait beyond the time limit fails now, with the answer that asked for it") {
  Desk desk{.script = {{"/a", {{503, retry_after("60")}, {200}}}}};
  const auto result = send_one(desk, request_to("/a"), with_timeout(60s));
  REQUIRE(result);
  CHECK(result->response.status == 503);
  CHECK(find_header(result->response.headers, "Retry-After") == "60");
  CHECK(result->attempts == 1);
  CHECK(result->asks_for_too_long);
  CHECK(desk.time == 0ms);
}

TEST_CASE("a wait for longer than any machine counts fails now, with and without a time limit") {
  for (const auto limit : {Duration{60s}, Duration{0}}) {
    Desk desk{.script = {{"/a", {{429, retry_after("99999999999999999999")}, {200}}}}};
    const auto result = send_one(desk, request_to("/a", "POST"), with_timeout(limit));
    REQUIRE(result);
    CHECK(result->response.status == 429);
    CHECK(result->asks_for_too_long);
    CHECK(desk.time == 0ms);
  }
}

TEST_CASE("an answer that ends the attempts did not ask for too much") {
  Desk desk{.script = {{"/a", {{503, retry_after("1")}}}}};
  CHECK_FALSE(send_one(desk, request_to("/a"))->asks_for_too_long);
}

TEST_CASE("each attempt gets the time that is left") {
  Desk desk{
      .script = {{"/a", {{.status = 503, .takes = 2s}, {.status = 503, .takes = 3s}, {200}}}}};
  CHECK(send_one(desk, request_to("/a"), with_timeout(10s))->attempts == 3);
  CHECK(desk.calls ==
        std::vector<Call>{{{"/a"}, 0ms, 10s}, {{"/a"}, 2125ms, 7875ms}, {{"/a"}, 5375ms, 4625ms}});
}

TEST_CASE("an attempt that used up the time is the last one") {
  Desk desk{.script = {{"/a", {{.status = 0, .takes = 10s}, {200}}}}};
  CHECK_FALSE(send_one(desk, request_to("/a"), with_timeout(10s)));
  CHECK(desk.calls.size() == 1);
}

TEST_CASE("without a time limit any wait is kept") {
  Desk desk{.script = {{"/a", {{503, retry_after("7200")}, {200}}}}};
  CHECK(send_one(desk, request_to("/a"), with_timeout(0ms))->attempts == 2);
  CHECK(desk.calls == std::vector<Call>{{{"/a"}, 0ms, 0ms}, {{"/a"}, 2h, 0ms}});
}

TEST_CASE("each request is retried alone, and the answers keep the order") {
  Desk desk{.script = {{"/a", {{503, retry_after("2")}, {200}}},
                       {"/b", {{404}}},
                       {"/c", {{503, retry_after("1")}, {503}, {200}}},
                       {"/d", {{200}}}}};
  const auto results =
      send(desk, {request_to("/a"), request_to("/b"), request_to("/c"), request_to("/d")});
  REQUIRE(results.size() == 4);
  CHECK(results[0]->attempts == 2);
  CHECK(results[1]->response.status == 404);
  CHECK(results[2]->attempts == 3);
  CHECK(results[3]->attempts == 1);
  CHECK(desk.calls == std::vector<Call>{{{"/a", "/b", "/c", "/d"}, 0ms, 60s},
                                        {{"/c"}, 1s, 59s},
                                        {{"/c"}, 1250ms, 58750ms},
                                        {{"/a"}, 2s, 58s}});
}

TEST_CASE("requests that are due together go out together") {
  Desk desk{.script = {{"/a", {{503}, {200}}}, {"/b", {{409}}}, {"/c", {{429}, {200}}}}};
  std::ignore = send(desk, {request_to("/a"), request_to("/b"), request_to("/c")});
  CHECK(desk.calls ==
        std::vector<Call>{{{"/a", "/b", "/c"}, 0ms, 60s}, {{"/a", "/c"}, 125ms, 59875ms}});
}

TEST_CASE("one that waited while another used up the time keeps its answer") {
  Desk desk{.script = {{"/a", {{503, retry_after("1")}, {.status = 0, .takes = 9s}}},
                       {"/b", {{503, retry_after("2")}, {200}}}}};
  const auto results = send(desk, {request_to("/a"), request_to("/b")}, with_timeout(10s));
  CHECK_FALSE(results[0]);
  REQUIRE(results[1]);
  CHECK(results[1]->response.status == 503);
  CHECK(results[1]->attempts == 1);
}

TEST_CASE("nothing to send is sent nowhere") {
  Desk desk;
  CHECK(send(desk, {}).empty());
}

TEST_CASE("one -v shows a line for each wait, and none shows nothing") {
  Desk desk{.script = {{"/a", {{503}, {.status = 0}, {200}}}}, .jitter = 0.8};
  Options options;
  options.verbosity = Verbosity::exchanges;
  std::ignore = send_one(desk, request_to("/a"), options);
  CHECK(desk.trace ==
        std::vector<std::string>{"waiting 0.2 s, then trying again (2 of 3): 503",
                                 "waiting 0.4 s, then trying again (3 of 3): the network failed"});

  Desk quiet{.script = {{"/a", {{503}, {200}}}}};
  std::ignore = send_one(quiet, request_to("/a"));
  CHECK(quiet.trace.empty());
}

TEST_CASE("a wait is told with its reason while it lasts, and that it is over") {
  Desk desk{.script = {{"/a", {{503, retry_after("18")}, {200}}}}};
  std::vector<std::string> told;
  Options options;
  options.pausing = [&](const std::optional<Pause>& pause) {
    told.push_back(pause
                       ? pause->reason + " " + std::to_string(pause->left.count()) + " " +
                             std::to_string(pause->attempt) + "/" + std::to_string(pause->attempts)
                       : "over");
  };
  std::ignore = send_one(desk, request_to("/a"), options);
  CHECK(told == std::vector<std::string>{"503 18000 2/3", "over"});
}

TEST_CASE("waits of several requests are numbered as the requests are") {
  Desk desk{.script = {{"/a", {{200}}}, {"/b", {{429, retry_after("7")}, {200}}}}};
  Options options;
  options.verbosity = Verbosity::exchanges;
  std::ignore = send(desk, {request_to("/a"), request_to("/b")}, options);
  CHECK(desk.trace ==
        std::vector<std::string>{"[2] waiting 7.0 s, then trying again (2 of 3): 429"});
}

TEST_CASE("no secret is in the line about a wait") {
  Desk desk{.script = {{"/a", {{503}, {200}}}}};
  Options options;
  options.verbosity = Verbosity::exchanges;
  options.secrets = {Secret("trying again")};
  std::ignore = send_one(desk, request_to("/a"), options);
  CHECK(desk.trace == std::vector<std::string>{"waiting 0.1 s, then [redacted] (2 of 3): 503"});
}

TEST_CASE("jitter lies between zero and one, and follows its seed") {
  const auto one = make_jitter(7);
  const auto same = make_jitter(7);
  const auto other = make_jitter(8);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto value = one();
    CHECK((value >= 0 && value < 1));
    CHECK(value == same());
    equal += value == other() ? 1 : 0;
  }
  CHECK(equal < 10);
}
