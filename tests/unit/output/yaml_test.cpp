#include "mrctl/output/yaml.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mrctl::output::yaml;

namespace {

// The value of the one member of an object, without the key.
std::string shown(std::string_view json) {
  const auto text = yaml("{\"k\":" + std::string(json) + "}");
  REQUIRE(text.starts_with("k:"));
  return text.substr(2);
}

} // namespace

TEST_CASE("objects and lists are blocks, in the order of the JSON") {
  CHECK(yaml(R"({"id":"acme/large","none":{},"empty":[],"tags":["a",["b","c"],[]],
"endpoints":[{"name":"one","price":{"in":"0.5"}},{"name":"two"}],"last":true})") == drawing(R"(
id: acme/large
none: {}
empty: []
tags:
  - a
  - - b
    - c
  - []
endpoints:
  - name: one
    price:
      in: "0.5"
  - name: two
last: true
)"));
}

TEST_CASE("a document may be anything") {
  CHECK(yaml("[1,[2],{\"a\":3}]") == "- 1\n- - 2\n- a: 3\n");
  CHECK(yaml("null") == "null\n");
  CHECK(yaml("\"two\\nlines\"") == "\"two\\nlines\"\n");
  CHECK(yaml(" [ ] ") == "[]\n");
  CHECK(yaml("{}") == "{}\n");
}

TEST_CASE("numbers keep their spelling") {
  for (const auto* number : {"0", "-0", "1.50", "1E5", "1e-7", "12345678901234567890123"})
    CHECK(shown(number) == " " + std::string(number) + "\n");
}

TEST_CASE("a text that would read as something else is quoted") {
  for (const auto* text :
       {"",     "yes",  "No",  "ON",   "off",        "y",    "N",          "true", "False",
        "NULL", "~",    "-",   "?",    ":",          "1",    "1.5",        "-1",   "+1",
        ".5",   "0x1f", "1e3", "1:30", "2026-01-01", ".inf", ".nan",       "<<",   "=",
        "a: b", "a #b", "a:",  "a ",   " a",         "- a",  "? a",        "#a",   "&a",
        "*a",   "!a",   "|",   ">",    "@a",         "`a",   "%a",         "{a",   "[a",
        "'a",   ",a",   "]a",  "}a",   "---",        "...",  "~acme/large"})
    CHECK(shown("\"" + std::string(text) + "\"") == " \"" + std::string(text) + "\"\n");
}

TEST_CASE("a text that reads as itself stands bare") {
  for (const auto* text : {"acme/large", "text+image->text", "it's", "a:b", "a#b", "a, b", "_x",
                           "/etc", "été", "東京", "nope", "trueish", "a [b] {c}", "yes sir"})
    CHECK(shown("\"" + std::string(text) + "\"") == " " + std::string(text) + "\n");
}

TEST_CASE("what a terminal acts on, or hides, is escaped inside quotes") {
  CHECK(shown(R"("a\u001b[31m\u0000\u0007b")") == " \"a\\x1b[31m\\x00\\x07b\"\n");
  CHECK(shown("\"\u202eabc\u200b\u2028\ufeff\u009b\"") ==
        " \"\\u202eabc\\u200b\\u2028\\ufeff\\x9b\"\n");
  CHECK(shown("\"a\U000E0041\"") == " \"a\\U000e0041\"\n");
  CHECK(shown("\"a\uFFFE\uFFFF\"") == " \"a\\ufffe\\uffff\"\n");
  CHECK(shown(R"("say \"hi\" \\ \t\r")") == " \"say \\\"hi\\\" \\\\ \\t\\r\"\n");
  CHECK(shown("\"\\ud83d\\ude00 ok\"") == " 😀 ok\n");
}

TEST_CASE("a text of several lines is a block where its lines can stand as they are") {
  CHECK(yaml(R"({"a":"one\n\n  two: # x\nthree","b":["x\ny\n"]})") == drawing(R"(
a: |-
  one

    two: # x
  three
b:
  - |
    x
    y
)"));
}

TEST_CASE("other texts of several lines are quoted") {
  for (const auto* text : {R"( one\ntwo)", R"(\none)", R"(one\n\n)", R"(one\n  )", R"(one\ntw\to)",
                           R"(one\r\ntwo)", R"(\n)"})
    CHECK(shown("\"" + std::string(text) + "\"") == " \"" + std::string(text) + "\"\n");
}

TEST_CASE("no line is a command to a CI service") {
  CHECK(shown(R"("one\n  ::error::two")") == " \"one\\n  ::error::two\"\n");
  CHECK(shown(R"("::error::one")") == " \"\\x3a:error::one\"\n");
  CHECK(shown(R"("a ##[error]b")") == " \"a #\\x23[error]b\"\n");
}

TEST_CASE("keys are quoted and escaped as texts are") {
  CHECK(yaml(R"({"on":1,"a\u001bb":2,"":3,"a: b":[4],"1":{"x":5}})") == drawing(R"(
"on": 1
"a\x1bb": 2
"": 3
"a: b":
  - 4
"1":
  x: 5
)"));
}

TEST_CASE("a key too long for YAML is marked as one") {
  const std::string key(1100, 'k');
  CHECK(yaml("[{\"a\":1,\"" + key + "\":{\"b\":2}}]") ==
        "- a: 1\n  ? " + key + "\n  :\n    b: 2\n");
}

TEST_CASE("deep nesting does not grow with its indentation") {
  const std::size_t depth = 500;
  const auto text = yaml(std::string(depth, '[') + "\"x\",1" + std::string(depth, ']'));
  CHECK(text.size() < 4 * depth);
  CHECK(text.find("[\"x\", 1]") != std::string::npos);
}
