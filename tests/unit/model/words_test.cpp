#include "../../../src/model/words.hpp"

#include <doctest/doctest.h>

using namespace mrctl::model;

TEST_CASE("spaces around a word are dropped, those inside are kept") {
  CHECK(trimmed("  a b ") == "a b");
  CHECK(trimmed("   ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("only the letters of ASCII have a small form") {
  CHECK(small_letters("AbZ_1é") == "abz_1é");
  CHECK(small_letters("ÉT") == "Ét");
}
