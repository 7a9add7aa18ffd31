#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl;

TEST_CASE("white space around a text is dropped, and inside it is kept") {
  CHECK(trimmed(" \t a b\r\n") == "a b");
  CHECK(trimmed("a") == "a");
  CHECK(trimmed(" \n ").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("a caller says which characters are dropped") {
  CHECK(trimmed("\v a \f", any_white_space) == "a");
  CHECK(trimmed("\t a\r\n", blanks) == "a\r\n");
}
