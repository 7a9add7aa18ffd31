#include "mrctl/http/message.hpp"

#include <doctest/doctest.h>

using namespace mrctl::http;

namespace {

// Wed, 21 Oct 2026 07:28:00 GMT
constexpr std::time_t moment = 1792567680;

std::optional<long long> seconds_of(std::string value) {
  return retry_after_s({{"retry-after", std::move(value)}},
                       std::chrono::system_clock::from_time_t(moment));
}

} // namespace

TEST_CASE("a wait is seconds_of as seconds") {
  CHECK(seconds_of("0") == 0);
  CHECK(seconds_of("120") == 120);
  CHECK(seconds_of("007") == 7);
}

TEST_CASE("a wait is seconds_of as a date in each of the three forms") {
  CHECK(seconds_of("Wed, 21 Oct 2026 07:28:30 GMT") == 30);
  CHECK(seconds_of("Thu, 22 Oct 2026 07:28:00 GMT") == 86400);
  CHECK(seconds_of("Wednesday, 21-Oct-26 07:28:30 GMT") == 30);
  CHECK(seconds_of("Wed Oct 21 07:28:30 2026") == 30);
  CHECK(seconds_of("Mon Nov  2 07:28:00 2026") == 12 * 86400);
}

TEST_CASE("a short year is one from 1971 to 2070") {
  CHECK(seconds_of("Thursday, 22-Oct-26 07:28:00 GMT") == 86400);
  CHECK(seconds_of("Sunday, 21-Oct-68 07:28:00 GMT") > 1'000'000'000);
  CHECK(seconds_of("Sunday, 06-Nov-94 08:49:37 GMT") == 0);
}

TEST_CASE("a date in the past is no wait") {
  CHECK(seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == 0);
  CHECK(seconds_of("Wed, 21 Oct 2026 07:27:59 GMT") == 0);
  CHECK(seconds_of("Thu, 01 Jan 1970 00:00:00 GMT") == 0);
}

TEST_CASE("a wait beyond all reason stays one") {
  CHECK(seconds_of("2147483649") == 2147483648);
  CHECK(seconds_of("99999999999999999999") == 2147483648);
  CHECK(seconds_of("Fri, 31 Dec 9999 23:59:59 GMT") == 2147483648);
}

TEST_CASE("a date is seconds_of that is none by the letter") {
  CHECK(seconds_of("Wed, 21 Oct 2026 07:28:30") == 30);
  CHECK(seconds_of("Wed, 21 Oct 2026 09:28:30 +0200") == 30);
}

TEST_CASE("what is neither is nothing") {
  for (const std::string text :
       {"", "soon", "-5", "+5", "5s", "1.5", "1, 2", "0x10", "1e3", " ", "2026-10-21",
        "Wed, 21 Oct 2026 25:28:30 GMT", "Wed, 21 Okt 2026 07:28:30 GMT"}) {
    CAPTURE(text);
    CHECK_FALSE(seconds_of(text));
  }
  CHECK_FALSE(retry_after_s({}, {}));
}

TEST_CASE("of several headers the longest wait counts, and what cannot be seconds_of does not") {
  const auto now = std::chrono::system_clock::from_time_t(moment);
  CHECK(retry_after_s({{"Retry-After", "5"}, {"Retry-After", "7"}, {"X", "9"}}, now) == 7);
  CHECK(retry_after_s({{"Retry-After", "soon"}, {"retry-after", "5"}}, now) == 5);
  CHECK(retry_after_s({{"Retry-After", "3"}, {"Retry-After", "Wed, 21 Oct 2026 07:28:30 GMT"}},
                      now) == 30);
}
