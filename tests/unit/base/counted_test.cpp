#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

using mrctl::counted;

TEST_CASE("a count of one has a noun without an s") {
  CHECK(counted(0, "endpoint") == "0 endpoints");
  CHECK(counted(1, "endpoint") == "1 endpoint");
  CHECK(counted(2, "endpoint") == "2 endpoints");
}
