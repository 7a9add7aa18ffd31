#include "mrctl/http/message.hpp"

#include <doctest/doctest.h>

using namespace mrctl::http;

TEST_CASE("a header is found whatever the case of its name") {
  const Headers headers{{"Content-Type", "a"}, {"X-Request-Id", "b"}, {"x-request-id", "c"}};
  CHECK(find_header(headers, "x-REQUEST-id") == "b");
  CHECK(find_header(headers, "content-type") == "a");
  CHECK_FALSE(find_header(headers, "Content-Typ"));
  CHECK_FALSE(find_header({}, ""));
}
