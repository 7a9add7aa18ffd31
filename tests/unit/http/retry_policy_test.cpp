#include "mrctl/base/error.hpp"

#include "../../../src/http/retrying_transport.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using namespace mrctl;
using namespace mrctl::http;
using namespace std::chrono_literals;

namespace {

constexpr auto lost = ErrorKind::no_response;

Outcome answered(std::string_view method, int status, std::optional<long long> retry_after_s = {}) {
  return {.method = method,
          .status = status,
          .failure = lost,
          .sent = Sent::yes,
          .retry_after_s = retry_after_s};
}

Outcome unanswered(std::string_view method, Sent sent, ErrorKind failure = lost) {
  return {.method = method, .status = 0, .failure = failure, .sent = sent, .retry_after_s = {}};
}

// The longest wait after so many attempts, without a time limit.
std::optional<Duration> wait_after(const Outcome& outcome, int attempts = 1, int retries = 100) {
  return wait_before_retry(
      outcome, {.attempts = attempts, .retries = retries, .time_left = {}, .jitter = 1});
}

std::optional<Duration> wait_within(Duration left, std::optional<long long> retry_after_s) {
  return wait_before_retry(answered("GET", 503, retry_after_s),
                           {.attempts = 1, .retries = 2, .time_left = left, .jitter = 1});
}

} // namespace

TEST_CASE("a status decides for each method whether a request goes out again") {
  struct Row {
    int status;
    bool get;
    bool post;
    bool post_with_retry_after;
  };
  for (const Row row : {
           Row{200, false, false, false}, Row{204, false, false, false},
           Row{302, false, false, false}, Row{400, false, false, false},
           Row{401, false, false, false}, Row{403, false, false, false},
           Row{404, false, false, false}, Row{408, true, false, false},
           Row{409, false, true, true},   Row{412, false, false, false},
           Row{425, false, false, false}, Row{429, true, true, true},
           Row{499, false, false, false}, Row{500, true, false, false},
           Row{502, true, false, false},  Row{503, true, false, true},
           Row{504, true, false, false},  Row{529, true, false, false},
           Row{599, true, false, false},  Row{600, false, false, false},
       }) {
    CAPTURE(row.status);
    for (const auto* method : {"GET", "HEAD"}) {
      CHECK(wait_after(answered(method, row.status)).has_value() == row.get);
      CHECK(wait_after(answered(method, row.status, 1)).has_value() == row.get);
    }
    for (const auto* method : {"POST", "PUT", "PATCH", "DELETE", "get"}) {
      CHECK(wait_after(answered(method, row.status)).has_value() == row.post);
      CHECK(wait_after(answered(method, row.status, 1)).has_value() == row.post_with_retry_after);
    }
  }
}

TEST_CASE("without an answer a GET goes out again, anything else only where it never left") {
  for (const auto sent : {Sent::no, Sent::yes, Sent::unknown}) {
    CHECK(wait_after(unanswered("GET", sent)));
    CHECK(wait_after(unanswered("HEAD", sent)));
    CHECK(wait_after(unanswered("POST", sent)).has_value() == (sent == Sent::no));
    CHECK(wait_after(unanswered("DELETE", sent)).has_value() == (sent == Sent::no));
  }
}

TEST_CASE("what another attempt cannot mend is not tried again") {
  for (const auto failure : {ErrorKind::internal, ErrorKind::usage, ErrorKind::validation,
                             ErrorKind::unauthorized, ErrorKind::interrupted})
    for (const auto* method : {"GET", "POST"})
      CHECK_FALSE(wait_after(unanswered(method, Sent::no, failure)));
}

TEST_CASE("a permanent failure is not tried again, though nothing was sent") {
  for (const auto* method : {"GET", "HEAD", "POST"}) {
    auto outcome = unanswered(method, Sent::no);
    CHECK(wait_after(outcome));
    outcome.outlook = Outlook::permanent;
    CHECK_FALSE(wait_after(outcome));
  }
}

TEST_CASE("the attempts come to an end") {
  CHECK_FALSE(wait_after(answered("GET", 503), 1, 0));
  CHECK(wait_after(answered("GET", 503), 1, 1));
  CHECK_FALSE(wait_after(answered("GET", 503), 2, 1));
  CHECK(wait_after(answered("POST", 409), 2, 2));
  CHECK_FALSE(wait_after(answered("POST", 409), 3, 2));
}

TEST_CASE("the longest wait doubles up to eight seconds") {
  const Duration ceilings[]{250ms, 500ms, 1000ms, 2000ms, 4000ms, 8000ms, 8000ms};
  int attempts = 0;
  for (const auto ceiling : ceilings)
    CHECK(wait_after(answered("GET", 500), ++attempts) == ceiling);
  CHECK(wait_after(answered("GET", 500), 100) == 8000ms);
}

TEST_CASE("jitter takes any share of the longest wait") {
  const auto wait = [](double jitter) {
    return wait_before_retry(answered("POST", 409),
                             {.attempts = 3, .retries = 3, .time_left = {}, .jitter = jitter});
  };
  CHECK(wait(0) == 0ms);
  CHECK(wait(0.25) == 250ms);
  CHECK(wait(0.9999) == 999ms);
}

TEST_CASE("Retry-After takes the place of the computed wait, shorter or longer") {
  CHECK(wait_after(answered("GET", 503, 1), 9) == 1s);
  CHECK(wait_after(answered("GET", 429, 20)) == 20s);
  CHECK(wait_after(answered("POST", 409, 3)) == 3s);
  CHECK(wait_after(answered("POST", 503, 3)) == 3s);
}

TEST_CASE("Retry-After of zero lets a POST go out again, but not at once") {
  CHECK(wait_after(answered("POST", 503, 0)) == 250ms);
  CHECK(wait_after(answered("GET", 429, 0), 2) == 500ms);
}

TEST_CASE("a wait that would use up the time is not begun") {
  CHECK(wait_within(2001ms, 2) == 2s);
  CHECK_FALSE(wait_within(2000ms, 2));
  CHECK_FALSE(wait_within(2s, 120));
  CHECK(wait_within(251ms, {}) == 250ms);
  CHECK_FALSE(wait_within(250ms, {}));
  CHECK_FALSE(wait_within(0ms, {}));
  CHECK_FALSE(wait_within(-5s, {}));
}

TEST_CASE("nobody waits for years, whatever the service asks for") {
  CHECK(wait_after(answered("GET", 503, 24 * 3600)) == 24h);
  for (const auto seconds : {366LL * 24 * 3600 + 1, std::numeric_limits<long long>::max()})
    CHECK_FALSE(wait_after(answered("GET", 503, seconds)));
}

TEST_CASE("a wait that is too long is told from other reasons to stop") {
  const auto is_too_long = [](const Outcome& outcome, int attempts, Duration left) {
    return asks_for_too_long(outcome,
                             {.attempts = attempts, .retries = 2, .time_left = left, .jitter = 1});
  };
  CHECK(is_too_long(answered("GET", 503, 60), 1, 60s));
  CHECK(is_too_long(answered("POST", 429, 60), 2, 1s));
  CHECK_FALSE(is_too_long(answered("GET", 503, 59), 1, 60s));
  CHECK_FALSE(is_too_long(answered("GET", 503, 60), 3, 60s)); // no attempt is left
  CHECK_FALSE(is_too_long(answered("GET", 400, 60), 1, 60s)); // nothing to try again
  CHECK_FALSE(is_too_long(answered("GET", 503), 1, 1ms));     // the wait is our own
  CHECK_FALSE(is_too_long(answered("GET", 503, 0), 1, 1ms));
  CHECK(asks_for_too_long(answered("GET", 503, 1LL << 31U),
                          {.attempts = 1, .retries = 2, .time_left = {}, .jitter = 1}));
}
