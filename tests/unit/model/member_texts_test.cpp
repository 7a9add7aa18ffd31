#include "../../../src/model/member_texts.hpp"

#include <doctest/doctest.h>

using namespace mrctl::model;

namespace {

using Items = std::vector<std::string>;

const MemberTexts
    members(R"({"t":"0.00000250","i":131072,"f":1.50,"e":1E5,"big":123456789012345678901,
  "w":"n/a","b":true,"yes":"true","z":null,"o":{"a":1},"l":["x",1.50,null,{"a": 2.50}],
  "\u006bey":"a\u0022b","two":1.50,"two":{"x":1},"three":{"x":1},"three":2.50})");

} // namespace

TEST_CASE("a number keeps its own digits, whether it came as text or not") {
  CHECK(members.number("t")->text == "0.00000250");
  CHECK(members.number("i")->text == "131072");
  CHECK(members.number("f")->text == "1.50");
  CHECK(members.number("e")->text == "1E5");
  CHECK(members.number("big")->text == "123456789012345678901");
  CHECK(members.number("w")->text == "n/a");
  CHECK_FALSE(members.number("w")->value());
  for (const auto* key : {"b", "z", "o", "l", "missing"})
    CHECK_FALSE(members.number(key));
}

TEST_CASE("text may come as a number or a boolean") {
  CHECK(members.text("f") == "1.50");
  CHECK(members.text("b") == "true");
  for (const auto* key : {"z", "o", "l", "missing"})
    CHECK_FALSE(members.text(key));
}

TEST_CASE("a boolean may come as text") {
  CHECK(members.boolean("b") == true);
  CHECK(members.boolean("yes") == true);
  CHECK_FALSE(members.boolean("i"));
}

TEST_CASE("the items of a list are read as people read them") {
  CHECK(members.list("l") == Items{"x", "1.50", "null", R"({"a":2.50})"});
  CHECK_FALSE(members.list("o"));
}

TEST_CASE("a key and a text may be written with escapes") {
  CHECK(members.text("key") == "a\"b");
}

TEST_CASE("of a key that stands twice, the last value counts") {
  CHECK_FALSE(members.number("two"));
  CHECK(members.number("three")->text == "2.50");
}

TEST_CASE("what is no object has no members") {
  CHECK_FALSE(MemberTexts("[1]").value("a"));
  CHECK_FALSE(MemberTexts(std::nullopt).value("a"));
}
