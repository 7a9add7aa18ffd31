#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_CASE("compacting drops white space and keeps every spelling") {
  CHECK(mrctl::compact_json(" { \"a\" : [ 0.10 , 1E5 , -0 ] ,\r\n\t\"b\" : \"x \\\" y\" } \n") ==
        R"({"a":[0.10,1E5,-0],"b":"x \" y"})");
  CHECK(mrctl::compact_json(" 1.50 ") == "1.50");
  CHECK(mrctl::compact_json("[]") == "[]");
}

TEST_CASE("prettying indents by two spaces and keeps every spelling") {
  CHECK(mrctl::pretty_json(R"({"a":[0.10,1E5,{"b":[]}],"c":{},"d":"[{\"x\":1, \\"})") ==
        "{\n"
        "  \"a\": [\n"
        "    0.10,\n"
        "    1E5,\n"
        "    {\n"
        "      \"b\": []\n"
        "    }\n"
        "  ],\n"
        "  \"c\": {},\n"
        "  \"d\": \"[{\\\"x\\\":1, \\\\\"\n"
        "}");
}

TEST_CASE("prettying what is pretty, or has white space inside empty brackets, changes no token") {
  const std::string_view text = "[ ]";
  CHECK(mrctl::pretty_json(text) == "[]");
  const auto once = mrctl::pretty_json(R"([1,{"a":[ {} , "é" ]},"" ])");
  CHECK(mrctl::pretty_json(once) == once);
  CHECK(mrctl::compact_json(once) == R"([1,{"a":[{},"é"]},""])");
}

TEST_CASE("a member is the text of its value, the last one of that name") {
  const std::string_view object =
      R"( { "x" : { "data" : 1 } , "data" : [ "}" , {"a":"]"} ] , "n" : 0.10 , "n" : 1E5 } )";
  CHECK(mrctl::json_member(object, "x") == R"({ "data" : 1 })");
  CHECK(mrctl::json_member(object, "data") == R"([ "}" , {"a":"]"} ])");
  CHECK(mrctl::json_member(object, "n") == "1E5");
  CHECK(mrctl::json_member(R"({"d\u0061ta":1})", "data") == "1");
  CHECK(mrctl::json_member(R"({"data":1,"d\u0061t\u0061":2})", "data") == "2");
  CHECK(mrctl::json_member(R"({"d\u0061ta":1,"data":2,"data\n":3})", "data") == "2");
  CHECK_FALSE(mrctl::json_member(object, "a").has_value());
  CHECK_FALSE(mrctl::json_member("[1]", "data").has_value());
  CHECK_FALSE(mrctl::json_member("\"data\"", "data").has_value());
  CHECK_FALSE(mrctl::json_member("{}", "data").has_value());
}

TEST_CASE("the elements of an array are the texts between its commas") {
  const auto elements =
      mrctl::json_elements(R"([ 0.10, "a,\"b]" ,[1,[2]],{"k":[",",{}]},null,{} ])");
  REQUIRE(elements.size() == 6);
  CHECK(elements[0] == "0.10");
  CHECK(elements[1] == R"("a,\"b]")");
  CHECK(elements[2] == "[1,[2]]");
  CHECK(elements[3] == R"({"k":[",",{}]})");
  CHECK(elements[4] == "null");
  CHECK(elements[5] == "{}");
  CHECK(mrctl::json_elements("[ ]").empty());
  CHECK(mrctl::json_elements(R"({"a":1})").empty());
}

TEST_CASE("the members of an object come in its order, keys as written") {
  const auto members = mrctl::json_members(R"({"b\"}":{"x":[1]},"a":true , "":"" })");
  REQUIRE(members.size() == 3);
  CHECK(members[0].key == R"(b\"})");
  CHECK(members[0].value == R"({"x":[1]})");
  CHECK(members[1].key == "a");
  CHECK(members[1].value == "true");
  CHECK(members[2].key.empty());
  CHECK(members[2].value == R"("")");
  CHECK(mrctl::json_members("[]").empty());
}

TEST_CASE("quoting makes a JSON string of any text") {
  CHECK(mrctl::json_quote("a\"b\\c\n\x01é") == "\"a\\\"b\\\\c\\n\\u0001é\"");
  CHECK(mrctl::json_quote("") == R"("")");
  CHECK(mrctl::parse_json(mrctl::json_quote("\xff"), mrctl::Reading::strict).has_value());
}

TEST_CASE("what is JSON for the library is JSON, and numbers beyond a double besides") {
  std::vector<std::string> texts{"{}",
                                 "[1, 2]",
                                 " null ",
                                 "1e5",
                                 "\"a\"",
                                 "{\"a\":1,\"a\":2}",
                                 "99999999999999999999999",
                                 "",
                                 "{",
                                 "[1,]",
                                 "nul",
                                 "{} {}",
                                 "\"\x80\"",
                                 "'a'",
                                 "\xEF\xBB\xBF{}",
                                 "{\"a\" 1}",
                                 "[1 2]",
                                 "// {}"};
  for (const int levels : {mrctl::deepest_json, mrctl::deepest_json + 1}) {
    const auto depth = static_cast<std::size_t>(levels);
    texts.push_back(std::string(depth, '[') + std::string(depth, ']'));
    texts.push_back("[[]," + std::string(depth - 1, '[') + std::string(depth, ']'));
  }
  // What is rare in services' answers, and what is nearly JSON.
  for (const auto* text : {R"("\u00e9\ud83d\ude00")",
                           R"("\ud83d")",
                           R"("\udE00\ud83d")",
                           R"("\u12")",
                           R"("\x")",
                           R"("\")",
                           "\"é😀\"",
                           "\"\xED\xA0\x80\"",
                           "\"\xF4\x90\x80\x80\"",
                           "\"\xC3\"",
                           "\"\t\"",
                           "\"\x7F\"",
                           "é",
                           "-",
                           "-0",
                           "-0.0e-0",
                           "01",
                           "1.",
                           ".5",
                           "1.e5",
                           "1e",
                           "1e+",
                           "1E-7",
                           "+1",
                           "1e-999",
                           "truex",
                           "tru",
                           "nulll",
                           "[true,false,null]",
                           "[,1]",
                           "{,}",
                           R"({"a":1,})",
                           R"({"a":})",
                           R"({"a"})",
                           R"({1:2})",
                           R"({"a":1 "b":2})",
                           "[1}",
                           "{]",
                           "\f{}",
                           "{}\v",
                           "[]\x00",
                           "\r\n\t {} \n",
                           "[[[[",
                           "]",
                           "\"",
                           "\"a"})
    texts.emplace_back(text);
  texts.push_back("0." + std::string(400, '1'));
  for (const auto& text : texts) {
    const bool is_deep =
        text.find(std::string(mrctl::deepest_json + 1, '[')) != std::string::npos ||
        text.starts_with("[[]," + std::string(mrctl::deepest_json, '['));
    CHECK_MESSAGE(mrctl::is_json(text) == (mrctl::Json::accept(text) && !is_deep), text);
  }
  CHECK(mrctl::is_json("1e999"));
  CHECK(mrctl::is_json("1.7976931348623159e308"));
  CHECK(mrctl::is_json("1" + std::string(400, '0')));
}

TEST_CASE("a zero byte does not end a text") {
  using namespace std::string_literals;
  for (const auto& text : {"{}\0"s, "{}\0{}"s, "0\0\0]"s, "[1\0]"s, "\"\0\""s, "\0{}"s}) {
    CHECK_FALSE(mrctl::is_json(text));
    const auto value = mrctl::parse_json(text, mrctl::Reading::tolerant);
    REQUIRE_FALSE(value);
    CHECK(value.error().rule == "json.syntax");
    CHECK(value.error().offset == text.find('\0'));
  }
}

TEST_CASE("an index says whether white space stands inside, and how many values there are") {
  const auto is_compact = [](std::string_view text) { return mrctl::JsonIndex(text).is_compact(); };
  CHECK(is_compact("\n{\"a b\":[{\"x\":1},-2.5e3],\"é\":\"d \\\" e\"}\n"));
  for (const auto* text : {"{ }", "[1 ,2]", "{\"a\": 1}", "{\"a\" :1}", "{\"a\":1\n}"})
    CHECK_FALSE(is_compact(text));
  CHECK(mrctl::JsonIndex(R"([1,{"a":[],"b":2},"x"])").count_values() == 6);
  CHECK(mrctl::JsonIndex("[1").root().is_null());
  CHECK(mrctl::JsonIndex("\xEF\xBB\xBF {\"a\":1}").root().size() == 1);
}

TEST_CASE("documents that follow each other are split, and the rest is one") {
  using Documents = std::vector<std::string_view>;
  CHECK(mrctl::json_documents("{\"a\":\"}\"}\n[1] ") == Documents{"{\"a\":\"}\"}", "\n[1]"});
  CHECK(mrctl::json_documents("{}{bad} {}") == Documents{"{}", "{bad} {}"});
  CHECK(mrctl::json_documents(" \n").empty());
}

TEST_CASE("a value is written with its keys and scalars replaced") {
  const mrctl::JsonIndex index(R"({"a":[1,"b",null,{},[]]})");
  const auto marked = [](std::string& out, mrctl::JsonPart part, std::string_view token) {
    out += "ksln"[static_cast<std::size_t>(part)] + std::string(token);
  };
  CHECK(mrctl::written_json(index.root(), mrctl::JsonLayout::one_line, marked) ==
        R"({k"a":[n1,s"b",lnull,{},[]]})");
  CHECK(mrctl::written_json(index.root(), mrctl::JsonLayout::lines, marked) ==
        "{\n  k\"a\": [\n    n1,\n    s\"b\",\n    lnull,\n    {},\n    []\n  ]\n}");
}

TEST_CASE("unquoting gives what a string stands for") {
  CHECK(mrctl::json_unquoted("\"plain é\"") == "plain é");
  CHECK(mrctl::json_unquoted(R"("a\"b\\c\n\u00e9\ud83d\ude00")") == "a\"b\\c\né😀");
  CHECK(mrctl::json_unquoted("\"\"").empty());
}
