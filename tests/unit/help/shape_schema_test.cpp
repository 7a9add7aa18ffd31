#include "mrctl/help/schema.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::help;
using namespace mrctl::spec;

namespace {

constexpr std::array words{std::string_view("on"), std::string_view("off")};
constexpr std::array word_or_object{choice_of(words), open_object()};
constexpr std::array text_or_list{string().at_most(9), list_of(any_string).at_most(4)};

constexpr std::array old_text_or_number{string().deprecated(), number()};

constexpr std::array members{
    ShapeMember{"size", integer(), "how large", Presence::required},
    ShapeMember{"note", anything(), "a note"},
};
constexpr std::array variants{
    Variant{"plain", {}},
    Variant{"sized", members},
    Variant{"strict", members, Unknown::refused},
};
constexpr std::array open_variants{Variant{"plain", {}}, Variant{prefixed_name, members}};

Json parsed(const char* text) {
  return Json::parse(text);
}

} // namespace

TEST_CASE("a scalar has its type, null where it takes it, and its bounds") {
  CHECK(schema_of(anything()) == Json::object());
  CHECK(schema_of(boolean()) == parsed(R"({"type":"boolean"})"));
  CHECK(schema_of(integer().or_null()) == parsed(R"({"type":["integer","null"]})"));
  CHECK(schema_of(number().between(-2, 0.5)).dump() ==
        R"({"type":"number","minimum":-2,"maximum":0.5})");
  CHECK(schema_of(string().at_least(1).at_most(5)) ==
        parsed(R"({"type":"string","minLength":1,"maxLength":5})"));
}

TEST_CASE("a name has a pattern, with the limit in it where there is one") {
  CHECK(schema_of(string().naming(mrctl::Takes::plain_name)).at("pattern") == "^[A-Za-z0-9_-]*$");
  CHECK(schema_of(string().naming(mrctl::Takes::plain_name).at_most(8)).at("pattern") ==
        "^[A-Za-z0-9_-]{0,8}$");
}

TEST_CASE("null is a choice where a choice may be null") {
  CHECK(schema_of(choice_of(words)) == parsed(R"({"type":"string","enum":["on","off"]})"));
  CHECK(schema_of(choice_of(words).or_null()).at("enum") == parsed(R"(["on","off",null])"));
}

TEST_CASE("lists and maps have limits, and say what is in them where that is shown") {
  CHECK(schema_of(list_of(any_value).at_least(1)) == parsed(R"({"type":"array","minItems":1})"));
  CHECK(schema_of(list_of(any_string)).at("items") == parsed(R"({"type":"string"})"));
  CHECK(schema_of(map_of(any_number).at_most(2).with_keys_up_to(3)) ==
        parsed(R"({"type":"object","maxProperties":2,"propertyNames":{"maxLength":3},
                   "additionalProperties":{"type":"number"}})"));
}

TEST_CASE("only an object that refuses undocumented members closes itself") {
  const auto open = schema_of(object_of(members));
  CHECK(open == parsed(R"({"type":"object","required":["size"],
                           "properties":{"size":{"description":"how large","type":"integer"},
                                         "note":{"description":"a note"}}})"));
  CHECK(schema_of(object_of(members).refusing_unknown()).at("additionalProperties") == false);
  CHECK(schema_of(object_of(members).accepting_unknown()).at("additionalProperties") == true);
}

TEST_CASE("what a variant adds stands behind the condition that the tag names it") {
  const auto schema = schema_of(tagged_by("kind", variants));
  CHECK(schema.at("required") == Json{"kind"});
  CHECK(schema.at("properties") ==
        parsed(R"({"kind":{"type":"string","enum":["plain","sized","strict"]}})"));
  REQUIRE(schema.at("allOf").size() == 2);
  CHECK(schema["allOf"][0]["if"] ==
        parsed(R"({"required":["kind"],"properties":{"kind":{"const":"sized"}}})"));
  CHECK(schema["allOf"][0]["then"]["required"] == Json{"size"});
  CHECK(schema["allOf"][1]["then"]["additionalProperties"] == false);
  CHECK(schema["allOf"][1]["then"]["properties"].contains("kind"));
}

TEST_CASE("a tag that stands for many is a pattern") {
  const auto schema = schema_of(tagged_by("kind", open_variants));
  CHECK(
      schema.at("properties").at("kind") ==
      parsed(
          R"json({"type":"string","pattern":"^(plain$|[A-Za-z0-9._-]{1,64}:[A-Za-z0-9._-])","examples":["plain"]})json"));
  CHECK(schema["allOf"][0]["if"]["properties"]["kind"] ==
        parsed(R"({"pattern":"^[A-Za-z0-9._-]{1,64}:[A-Za-z0-9._-]"})"));
}

TEST_CASE("alternatives share a schema, unless one is a choice, which would bind the others") {
  CHECK(schema_of(one_of(text_or_list).or_null()) ==
        parsed(R"({"type":["string","array","null"],"maxLength":9,"maxItems":4,
                   "items":{"type":"string"}})"));
  CHECK(schema_of(one_of(word_or_object).or_null()) == parsed(R"({"type":["string","object","null"],
                   "anyOf":[{"type":"string","enum":["on","off"]},
                            {"type":"object","additionalProperties":true},{"type":"null"}]})"));
}

TEST_CASE("defaults and deprecation are told") {
  CHECK(schema_of(integer().by_default("7")).at("default") == 7);
  CHECK(schema_of(boolean().deprecated()).at("deprecated") == true);
  CHECK(schema_of(boolean().deprecated("other")).at("deprecated") == true);
  CHECK(schema_of(one_of(old_text_or_number)) == parsed(R"({"type":["string","number"],
                   "anyOf":[{"type":"string","deprecated":true},{"type":"number"}]})"));
}
