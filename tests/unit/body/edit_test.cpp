#include "../../../src/body/edit.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::body;

namespace {

std::string after_set(const std::string& body, const std::string& path, const Json& value) {
  JsonText text{SharedText(body)};
  const auto set = set_at(text, *parse_path(path), value);
  REQUIRE_MESSAGE(set.has_value(), (set ? "" : set.error()));
  return std::string(text.text());
}

std::string after_unset(const std::string& body, const std::string& path) {
  JsonText text{SharedText(body)};
  unset_at(text, *parse_path(path));
  return std::string(text.text());
}

} // namespace

TEST_CASE("setting a path makes the objects and arrays on the way") {
  struct Row {
    std::string body;
    std::string path;
    std::string result;
  };
  for (const auto& row : {
           Row{"{}", "a", R"({"a":1})"},
           Row{R"({"a":2,"b":3})", "a", R"({"a":1,"b":3})"},
           Row{"{}", "a.b.c", R"({"a":{"b":{"c":1}}})"},
           Row{"{}", "a[0].b", R"({"a":[{"b":1}]})"},
           Row{R"({"a":[7]})", "a[1]", R"({"a":[7,1]})"},
           Row{R"({"a":[7,8]})", "a[0]", R"({"a":[1,8]})"},
           Row{R"({"a":null})", "a.b", R"({"a":{"b":1}})"},
           Row{R"({"a":null})", "a[0]", R"({"a":[1]})"},
           Row{R"({"a":[null]})", "a[0].b", R"({"a":[{"b":1}]})"},
           Row{R"({"a":{"b":1}})", "a", R"({"a":1})"},
           Row{"{ \"a\" : 1.50 ,\n  \"b\" : [ ] }", "b[0].c", R"({ "a" : 1.50 ,
  "b" : [{"c":1} ] })"},
           Row{"{ \"a\" : \"\\u00e9\"\n}", "b", "{ \"a\" : \"\\u00e9\",\"b\":1\n}"},
           Row{"{}", "metadata.\"a.b\"", R"({"metadata":{"a.b":1}})"},
       }) {
    CAPTURE(row.body);
    CAPTURE(row.path);
    CHECK(after_set(row.body, row.path, 1) == row.result);
  }
}

TEST_CASE("a path that contradicts the body changes nothing and says what is in the way") {
  struct Row {
    std::string body;
    std::string path;
    std::string message;
  };
  for (const auto& row : {
           Row{R"({"model":"m"})", "model.x", "model is a string and has no member 'x'"},
           Row{R"({"a":[1]})", "a.b", "a is an array and has no member 'b'"},
           Row{R"({"a":{"b":1}})", "a[0]", "a is an object and has no item [0]"},
           Row{R"({"a":{}})", "a.b[1]", "a.b has 0 items; the next index is 0"},
           Row{R"({"tools":[1]})", "tools[2]", "tools has 1 item; the next index is 1"},
           Row{R"({"tools":[1,2]})", "tools[5].x", "tools has 2 items; the next index is 2"},
           Row{R"({"a":null})", "a.b.c[1]", "a.b.c has 0 items; the next index is 0"},
           Row{R"({"a":false})", "a.b", "a is a boolean and has no member 'b'"},
       }) {
    CAPTURE(row.path);
    JsonText text{SharedText(row.body)};
    const auto set = set_at(text, *parse_path(row.path), 1);
    REQUIRE_FALSE(set.has_value());
    CHECK(set.error() == row.message);
    CHECK(text.text() == row.body);
  }
}

TEST_CASE("a path too deep to be walked is refused") {
  JsonText text;
  const JsonPath path(100'000, PathStep{std::string("a")});
  REQUIRE_FALSE(set_at(text, path, 1).has_value());
  CHECK(text.text() == "{}");
}

TEST_CASE("unsetting a path removes what stands there") {
  struct Row {
    std::string body;
    std::string path;
    std::string result;
  };
  for (const auto& row : {
           Row{R"({"a":1,"b":2,"c":3})", "b", R"({"a":1,"c":3})"},
           Row{R"({"a":{"b":1,"c":2}})", "a.b", R"({"a":{"c":2}})"},
           Row{R"({"a":[1,2,3]})", "a[1]", R"({"a":[1,3]})"},
           Row{R"({"a":[{"b":1}]})", "a[0].b", R"({"a":[{}]})"},
           Row{"{ \"a\" : 1.0 , \"b\" : 2 , \"c\" : 3 }", "a", "{ \"b\" : 2 , \"c\" : 3 }"},
           Row{"{ \"a\" : 1.0 , \"b\" : 2 , \"c\" : 3 }", "c", "{ \"a\" : 1.0 , \"b\" : 2 }"},
           Row{"{ \"a\" : 1.0 }", "a", "{  }"},
           Row{R"({"a":1})", "b", R"({"a":1})"},
           Row{R"({"a":1})", "a.b.c", R"({"a":1})"},
           Row{R"({"a":[1]})", "a[1]", R"({"a":[1]})"},
           Row{R"({"a":[1]})", "a.b", R"({"a":[1]})"},
           Row{R"({"a":{"0":1}})", "a[0]", R"({"a":{"0":1}})"},
       }) {
    CAPTURE(row.body);
    CAPTURE(row.path);
    CHECK(after_unset(row.body, row.path) == row.result);
  }
}
