#include "mrctl/spec/advice.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace mrctl::spec;

namespace {

constexpr auto infinity = std::numeric_limits<double>::infinity();
constexpr std::array alternatives{string(), number()};

} // namespace

TEST_CASE("the types of a shape are told as people say them") {
  CHECK(type_words(integer()) == "an integer");
  CHECK(type_words(boolean().or_null()) == "true or false or null");
  CHECK(type_words(one_of(alternatives).or_null()) == "a string or a number or null");
  CHECK(type_words(list_of(any_string)) == "an array");
  CHECK(type_words(open_object()) == "an object");
}

TEST_CASE("bounds are told from the side that they have") {
  CHECK(bound_words({0, 2}) == "between 0 and 2");
  CHECK(bound_words({-2.5, 2.5}) == "between -2.5 and 2.5");
  CHECK(bound_words({1, infinity}) == "at least 1");
  CHECK(bound_words({-infinity, 1}) == "at most 1");
}
