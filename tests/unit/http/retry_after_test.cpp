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
}

TEST_CASE("a wait is read as a date") {
  CHECK(read("Wed, 21 Oct 2026 07:28:30 GMT") == 30);
  CHECK(read("Thu, 22 Oct 2026 07:28:00 GMT") == 86400);
}

TEST_CASE("a date in the past is no wait") {
  CHECK(read("Wed, 21 Oct 2015 07:28:00 GMT") == 0);
}

TEST_CASE("what is neither is nothing") {
  for (const auto* text : {"", "soon", "-5", "5s", "1.5", "2026-10-21", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(read(text));
  }
  CHECK_FALSE(retry_after_s({}, {}));
}
