#include "mrctl/base/error.hpp"

#include <doctest/doctest.h>

TEST_CASE("problems have errors when one of them is no warning") {
  mrctl::Problem warning;
  warning.severity = mrctl::Severity::warning;
  CHECK_FALSE(mrctl::has_errors({}));
  CHECK_FALSE(mrctl::has_errors({warning}));
  CHECK(mrctl::has_errors({warning, mrctl::Problem{}}));
}

TEST_CASE("severities are named as compilers name them") {
  CHECK(mrctl::severity_name(mrctl::Severity::error) == "error");
  CHECK(mrctl::severity_name(mrctl::Severity::warning) == "warning");
}
