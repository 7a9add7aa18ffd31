#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

TEST_CASE("only the letters of ASCII have another case") {
  CHECK(lower_case("AbZ_1é") == "abz_1é");
  CHECK(lower_case("ÉT") == "Ét");
  CHECK(upper_case("aBz_1é") == "ABZ_1é");
  CHECK(equal_ignoring_case("Content-Length", "content-LENGTH"));
  CHECK_FALSE(equal_ignoring_case("a", "aa"));
  CHECK_FALSE(equal_ignoring_case("@", "`"));
}

TEST_CASE("what stands next to letters and digits is neither") {
  for (const char c : {'/', ':', '@', '[', '`', '{', '\xE9', '\0'})
    CHECK_FALSE(is_alphanumeric(c));
  for (const char c : {'0', '9', 'A', 'Z', 'a', 'z'})
    CHECK(is_alphanumeric(c));
  CHECK(is_upper_case('Z'));
  CHECK_FALSE(is_upper_case('z'));
  CHECK_FALSE(is_letter('0'));
  CHECK_FALSE(is_digit('a'));
}
