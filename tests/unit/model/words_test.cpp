#include "../../../src/model/words.hpp"

#include <doctest/doctest.h>

using namespace mrctl::model;

TEST_CASE("spaces around a word are dropped, those inside are kept") {
  CHECK(trimmed("  a b ") == "a b");
  CHECK(trimmed("   ").empty());
  CHECK(trimmed("").empty());
}
