#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

TEST_CASE("an escape is a percent sign and two hexadecimal digits of either case") {
  CHECK(escaped_byte("%2Fmore") == '/');
  CHECK(escaped_byte("%2f") == '/');
  CHECK(escaped_byte("%E9") == '\xE9');
  for (const auto* text : {"", "%", "%2", "%2G", "%G2", "%+2", "2F", "x%2F"})
    CHECK_FALSE(escaped_byte(text));
}

TEST_CASE("decoding leaves broken escapes as they are, and decodes once") {
  CHECK(percent_decoded("a%2Fb%20c") == "a/b c");
  CHECK(percent_decoded("100%") == "100%");
  CHECK(percent_decoded("%zz%4") == "%zz%4");
  CHECK(percent_decoded("%252F") == "%2F");
}
