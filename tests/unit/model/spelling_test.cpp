#include "../../../src/model/spelling.hpp"
#include "parsed.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::model;

namespace {

Json spelled(std::string_view text) {
  return as_spelled(parsed(text), text);
}

} // namespace

TEST_CASE("a number that would pass through a double is text in its own digits") {
  CHECK(spelled(R"({"a": 0.0000015, "b": [1.50, {"c": 1E5}], "d": 123456789012345678901})") ==
        parsed(R"({"a":"0.0000015","b":["1.50",{"c":"1E5"}],"d":"123456789012345678901"})"));
  CHECK(spelled("2.50") == "2.50");
}

TEST_CASE("everything else stays what it is") {
  const auto* text =
      R"({"i": -3, "s": "1.50", "t": true, "z": null, "o": {}, "l": [], "n": "} ]"})";
  CHECK(spelled(text) == parsed(text));
}

TEST_CASE("a key may be written with escapes") {
  CHECK(spelled(R"({"\u0061\"": 1.50, "b": 2.50})") == parsed(R"({"a\"":"1.50","b":"2.50"})"));
}

TEST_CASE("of a key that stands twice, no number takes the digits of another one") {
  CHECK(spelled(R"({"a":1.50,"a":2.50,"b":3.50})")["a"] == 2.5);
  CHECK(spelled(R"({"a":{"x":[1.50]},"a":2.50})")["a"] == 2.5);
  CHECK(spelled(R"({"a":2.50,"a":{"x":1.50}})")["a"] == parsed(R"({"x":1.5})"));
  CHECK(spelled(R"({"a":[1.50,2.50,[3.50],{"x":4.50}],"a":[5.25],"b":[6.50]})") ==
        parsed(R"({"a":[5.25],"b":["6.50"]})"));
}

TEST_CASE("JSON in its own digits has neither needless escapes nor white space") {
  CHECK(spelled_json(R"({"a" : [1.50, "b\/c\u00e9", "d\n"]})") == R"({"a":[1.50,"b/cé","d\n"]})");
}
