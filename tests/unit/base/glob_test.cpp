#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

TEST_CASE("a star stands for any characters, a question mark for one") {
  CHECK(matches_glob("support", "support"));
  CHECK(matches_glob("support-eu", "support*"));
  CHECK(matches_glob("support", "support*"));
  CHECK(matches_glob("acme/large:free", "*/large*"));
  CHECK(matches_glob("support-1", "support-?"));
  CHECK_FALSE(matches_glob("support-", "support-?"));
  CHECK_FALSE(matches_glob("a-support", "support*"));
  CHECK_FALSE(matches_glob("support", "Support"));
  CHECK_FALSE(matches_glob("", "?"));
  CHECK(matches_glob("", "*"));
}
