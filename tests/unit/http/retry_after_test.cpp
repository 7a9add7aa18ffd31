#include "mrctl/http/retry_after.hpp"

#include <doctest/doctest.h>

using namespace mrctl::http;

namespace {

// Wed, 21 Oct 2026 07:28:00 GMT
constexpr std::time_t moment = 1792567680;

std::optional<long long> read(std::string value) {
  return retry_after_s({{"retry-after", std::move(value)}},
                       std::chrono::system_clock::from_time_t(moment));
}

} // namespace

TEST_CASE("a wait is read as seconds") {
  CHECK(read("0") == 0);
  CHECK(read("120") == 120);
  CHECK(read("007") == 7);
}

TEST_CASE("a wait is read as a date in each of the three forms") {
  CHECK(read("Wed, 21 Oct 2026 07:28:30 GMT") == 30);
  CHECK(read("Thu, 22 Oct 2026 07:28:00 GMT") == 86400);
  CHECK(read("Wednesday, 21-Oct-26 07:28:30 GMT") == 30);
  CHECK(read("Wed Oct 21 07:28:30 2026") == 30);
  CHECK(read("Mon Nov  2 07:28:00 2026") == 12 * 86400);
}

TEST_CASE("a short year is one from 1971 to 2070") {
  CHECK(read("Thursday, 22-Oct-26 07:28:00 GMT") == 86400);
  CHECK(read("Sunday, 21-Oct-68 07:28:00 GMT") > 1'000'000'000);
  CHECK(read("Sunday, 06-Nov-94 08:49:37 GMT") == 0);
}

TEST_CASE("a date in the past is no wait") {
  CHECK(read("Wed, 21 Oct 2015 07:28:00 GMT") == 0);
  CHECK(read("Wed, 21 Oct 2026 07:27:59 GMT") == 0);
  CHECK(read("Thu, 01 Jan 1970 00:00:00 GMT") == 0);
}

TEST_CASE("a wait beyond all reason stays one") {
  CHECK(read("2147483649") == 2147483648);
  CHECK(read("99999999999999999999") == 2147483648);
  CHECK(read("Fri, 31 Dec 9999 23:59:59 GMT") == 2147483648);
}

TEST_CASE("a date is read that is none by the letter") {
  CHECK(read("Wed, 21 Oct 2026 07:28:30") == 30);
  CHECK(read("Wed, 21 Oct 2026 09:28:30 +0200") == 30);
}

TEST_CASE("what is neither is nothing") {
  for (const std::string text :
       {"", "soon", "-5", "+5", "5s", "1.5", "1, 2", "0x10", "1e3", " ", "2026-10-21",
        "Wed, 21 Oct 2026 25:28:30 GMT", "Wed, 21 Okt 2026 07:28:30 GMT"}) {
    CAPTURE(text);
    CHECK_FALSE(read(text));
  }
  CHECK_FALSE(retry_after_s({}, {}));
}

TEST_CASE("of several headers the longest wait counts, and what cannot be read does not") {
  const auto now = std::chrono::system_clock::from_time_t(moment);
  CHECK(retry_after_s({{"Retry-After", "5"}, {"Retry-After", "7"}, {"X", "9"}}, now) == 7);
  CHECK(retry_after_s({{"Retry-After", "soon"}, {"retry-after", "5"}}, now) == 5);
  CHECK(retry_after_s({{"Retry-After", "3"}, {"Retry-After", "Wed, 21 Oct 2026 07:28:30 GMT"}},
                      now) == 30);
}
