#include "mrctl/spec/shape.hpp"

#include <doctest/doctest.h>

using namespace mrctl::spec;

namespace {

constexpr Deprecation replaced{"limit.most"};
constexpr Deprecation without_effect{};

} // namespace

TEST_CASE("what is replaced is told with its replacement") {
  CHECK(deprecation_message(replaced, "most") == "most is deprecated");
  CHECK(deprecation_suggestion(replaced) == "use limit.most");
  CHECK(flag_help("the limit", replaced) == "the limit (deprecated, use limit.most)");
  CHECK(schema_description("the limit", replaced) == "the limit; deprecated, use limit.most");
}

TEST_CASE("what has no effect is told so, with nothing to use instead") {
  CHECK(deprecation_message(without_effect, "most") == "most is deprecated and has no effect");
  CHECK(deprecation_suggestion(without_effect).empty());
  CHECK(flag_help("the limit", without_effect) == "the limit (deprecated, has no effect)");
  CHECK(schema_description("the limit", without_effect) == "the limit; deprecated, has no effect");
  CHECK(schema_description("", without_effect) == "deprecated, has no effect");
}

TEST_CASE("the help of what is not deprecated is left as it is") {
  CHECK(flag_help("the limit", {}) == "the limit");
  CHECK(schema_description("the limit", {}) == "the limit");
}
