#include "mrctl/http/message.hpp"

#include <doctest/doctest.h>

using namespace mrctl::http;

TEST_CASE("a status has the words of its status line, or none") {
  CHECK(status_phrase(200) == "OK");
  CHECK(status_phrase(404) == "Not Found");
  CHECK(status_phrase(431) == "Request Header Fields Too Large");
  CHECK(status_phrase(529) == "Overloaded");
  CHECK(status_phrase(299).empty());
}
