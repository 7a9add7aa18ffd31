#include "mrctl/config/settings.hpp"

#include <doctest/doctest.h>

TEST_CASE("a variable that is not set is empty") {
  const mrctl::config::Environment environment{{{"HOME", "/h"}, {"EMPTY", ""}}};
  CHECK(variable_of(environment, "HOME") == "/h");
  CHECK(variable_of(environment, "EMPTY").empty());
  CHECK(variable_of(environment, "home").empty());
  CHECK(variable_of(environment, "").empty());
}
