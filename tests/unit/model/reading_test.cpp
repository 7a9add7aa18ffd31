#include "../../../src/model/reading.hpp"
#include "parsed.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace mrctl;
using namespace mrctl::model;

TEST_CASE("text may come as a number or a boolean, and not as an object") {
  const auto object = parsed(R"({"s":"a","n":7,"b":true,"o":{},"z":null})");
  CHECK(read_text(object, "s") == "a");
  CHECK(read_text(object, "n") == "7");
  CHECK(read_text(object, "b") == "true");
  CHECK_FALSE(read_text(object, "o"));
  CHECK_FALSE(read_text(object, "z"));
  CHECK_FALSE(read_text(object, "missing"));
}

TEST_CASE("a number keeps its spelling, whether it came as text or not") {
  const auto object = parsed(R"({"t":"0.00000250","i":131072,"f":99.5,"w":"n/a","b":true})");
  CHECK(read_number(object, "t")->text == "0.00000250");
  CHECK(read_number(object, "t")->value() == Decimal::parse("0.0000025"));
  CHECK(read_number(object, "i")->text == "131072");
  CHECK(read_number(object, "f")->value() == Decimal::parse("99.5"));
  CHECK(read_number(object, "w")->text == "n/a");
  CHECK_FALSE(read_number(object, "w")->value());
  CHECK_FALSE(read_number(object, "b"));
}

TEST_CASE("a price that came as text never passes through a double") {
  const auto object = parsed(R"({"p":"0.1234567890123456789012345"})");
  CHECK(read_number(object, "p")->value()->text() == "0.1234567890123456789012345");
}

TEST_CASE("booleans may come as text") {
  const auto object = parsed(R"({"a":true,"b":"false","c":1,"d":null})");
  CHECK(read_boolean(object, "a") == true);
  CHECK(read_boolean(object, "b") == false);
  CHECK_FALSE(read_boolean(object, "c"));
  CHECK_FALSE(read_boolean(object, "d"));
}

TEST_CASE("a list keeps items that are no text as JSON") {
  const auto object = parsed(R"({"l":["a",1,{"k":2},null],"s":"a"})");
  CHECK(read_list(object, "l") == std::vector<std::string>{"a", "1", R"({"k":2})", "null"});
  CHECK_FALSE(read_list(object, "s"));
}

TEST_CASE("a null that says something differs from a missing member") {
  const auto object = parsed(R"({"null":null,"text":"a","list":[]})");
  CHECK_FALSE(read_nullable_text(object, "missing"));
  REQUIRE(read_nullable_text(object, "null"));
  CHECK_FALSE(*read_nullable_text(object, "null"));
  CHECK(**read_nullable_text(object, "text") == "a");
  REQUIRE(read_nullable_list(object, "null"));
  CHECK_FALSE(*read_nullable_list(object, "null"));
  CHECK((*read_nullable_list(object, "list"))->empty());
}

TEST_CASE("members that are not specified are kept as text, in order") {
  constexpr std::array<std::string_view, 1> known{"id"};
  constexpr auto text = R"({"z":true,"id":"x","a":{"b": 1.50}, "c":"\u00e9"})";
  const auto unknown = read_unknown(parsed(text), text, known);
  CHECK(unknown == UnknownMembers{{"z", "true"}, {"a", R"({"b":1.50})"}, {"c", "é"}});
}

TEST_CASE("reading a member of what is no object finds nothing") {
  CHECK_FALSE(read_text(parsed("[1]"), "a"));
  CHECK(read_unknown(parsed("3"), "3", {}).empty());
}
