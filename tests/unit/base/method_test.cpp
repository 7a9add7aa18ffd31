#include "mrctl/base/method.hpp"

#include <doctest/doctest.h>

using mrctl::changes_nothing;

TEST_CASE("only GET and HEAD are reads, alone or at the beginning of an operation") {
  CHECK(changes_nothing("GET"));
  CHECK(changes_nothing("HEAD /x"));
  CHECK(changes_nothing("GET /byok/1"));
  CHECK_FALSE(changes_nothing("POST /presets/a/chat/completions"));
  CHECK_FALSE(changes_nothing("GETS"));
  CHECK_FALSE(changes_nothing(""));
}
