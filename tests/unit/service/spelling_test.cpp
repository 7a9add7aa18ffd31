#include "mrctl/service/record_reading.hpp"

#include <doctest/doctest.h>

using namespace mrctl::service;

TEST_CASE("JSON in its own digits has neither needless escapes nor white space") {
  CHECK(spelled_json(R"({"a" : [1.50, "b\/c\u00e9", "d\n"]})") == R"({"a":[1.50,"b/cé","d\n"]})");
}
