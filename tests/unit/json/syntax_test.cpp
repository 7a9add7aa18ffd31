#include "mrctl/json/view.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>

namespace {

std::optional<mrctl::JsonFault> explain_json_syntax(std::string_view text) {
  const auto index = mrctl::index_json(text, mrctl::Reading::strict);
  return index ? std::nullopt : std::optional(index.error());
}

struct Row {
  std::string text;
  std::size_t offset;
  std::string message;
  std::string suggestion{};
};

void check(const Row& row) {
  CAPTURE(row.text);
  const auto fault = explain_json_syntax(row.text);
  REQUIRE(fault.has_value());
  CHECK(fault->rule == "json.syntax");
  CHECK(fault->offset == row.offset);
  CHECK(fault->message == row.message);
  CHECK(fault->suggestion.text == row.suggestion);
}

} // namespace

TEST_CASE("JSON has no fault") {
  for (const std::string_view text :
       {"{}", " [ ] ", "[1,-2.5e+3,0,0.5]", R"({"a":{"b":[true,false,null]},"":""})",
        R"(["\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"])", "\xEF\xBB\xBF{}", "\"größe\"", "0"})
    CHECK_MESSAGE(!explain_json_syntax(text).has_value(), std::string(text));
}

TEST_CASE("a comma too many is pointed at, and one too few where it is missing") {
  for (const auto& row : {
           Row{R"({"a":1,})", 6, "trailing comma after the last member", "remove it"},
           Row{"[1,\n]", 2, "trailing comma after the last item", "remove it"},
           Row{R"({"a":1 "b":2})", 7, R"(missing comma before "b")"},
           Row{"[1 2]", 3, "missing comma before '2'"},
           Row{"[[] {}]", 4, "missing comma before '{'"},
           Row{R"({"a":1,,})", 7, "expected a key in double quotes, got ','"},
           Row{"[,]", 1, "expected a value or ']', got ','"},
       })
    check(row);
}

TEST_CASE("what was expected and what stands there is said") {
  for (const auto& row : {
           Row{R"({"a" 1})", 5, R"(expected ':' after the key "a", got '1')"},
           Row{R"({"a"=1})", 4, R"(expected ':' after the key "a", got '=')"},
           Row{R"({"a":})", 5, "expected a value, got '}'"},
           Row{R"({"a":(1)})", 5, "expected a value, got '('"},
           Row{"{[]}", 1, "expected a key in double quotes or '}', got '['"},
           Row{"{a:1}", 1, "a key must be in double quotes, got 'a'", "\"a\""},
           Row{"[1;2]", 2, "expected ',' or ']', got ';'"},
           Row{"[1,\xC2\xA0]", 3, "expected a value, got '\xC2\xA0' (U+00A0)"},
           Row{"[1,\xAE\xAE\xAE\xAE\xAE\xAE]", 3, "expected a value, got the byte 0xAE"},
           Row{"[1,\xC3]", 3, "expected a value, got the byte 0xC3"},
           Row{"[1;\xAE]", 2, "expected ',' or ']', got ';'"},
           Row{std::string("[1,\0]", 5), 3, "expected a value, got U+0000"},
           Row{"{}\n{}", 3, "a second object starts here; a file holds one",
               "put each object in its own file"},
           Row{"{}\n[]", 3, "expected the end of the text after the value, got '['"},
       })
    check(row);
}

TEST_CASE("words and quotes of other languages are named, with what JSON has instead") {
  for (const auto& row : {
           Row{"[True]", 1, "expected a value, got 'True'", "true"},
           Row{"[tru]", 1, "expected a value, got 'tru'", "true"},
           Row{"[None]", 1, "expected a value, got 'None'", "null"},
           Row{"[undefined]", 1, "expected a value, got 'undefined'", "null"},
           Row{"[hello]", 1, "a string must be in double quotes, got 'hello'"},
           Row{"['a']", 1, "strings use double quotes, not single quotes"},
           Row{"{'a':1}", 1, "strings use double quotes, not single quotes"},
           Row{"[“a”]", 1, "expected a value or ']', got '“' (U+201C)"},
           Row{"[`a`]", 1, "expected a value or ']', got '`'"},
           Row{"[1 // c\n]", 3, "JSON has no comments", "remove it, or write the file in YAML"},
           Row{"/* c */ 1", 0, "JSON has no comments", "remove it, or write the file in YAML"},
           Row{"# c\n{}", 0, "JSON has no comments", "remove it, or write the file in YAML"},
       })
    check(row);
}

TEST_CASE("numbers of other languages are named") {
  for (const auto& row : {
           Row{"01", 0, "'01' is not a JSON number", "1"},
           Row{"-007", 0, "'-007' is not a JSON number", "-7"},
           Row{"+1", 0, "'+1' is not a JSON number", "1"},
           Row{".5", 0, "'.5' is not a JSON number", "0.5"},
           Row{"1.", 0, "'1.' is not a JSON number", "1"},
           Row{"0x1F", 0, "'0x1F' is not a JSON number"},
           Row{"1e", 0, "'1e' is not a JSON number"},
           Row{"1_000", 0, "'1_000' is not a JSON number", "1000"},
           Row{"-", 0, "'-' is not a JSON number"},
       })
    check(row);
}

TEST_CASE("numbers that JSON cannot carry are named as such") {
  for (const std::string text : {"NaN", "-Infinity", "nan", "-inf"}) {
    const auto fault = explain_json_syntax("[" + text + "]");
    REQUIRE(fault.has_value());
    CHECK(fault->rule == "json.number");
    CHECK(fault->offset == 1);
    CHECK(fault->message == text + " is not a number that JSON can represent");
  }
  CHECK(explain_json_syntax("1e1000")->message ==
        "a number of more than 1,000 digits when written without an exponent");
  CHECK(explain_json_syntax("-1e1000")->rule == "json.number");
  CHECK_FALSE(explain_json_syntax("1e999").has_value());
  CHECK_FALSE(explain_json_syntax("1e-999").has_value());
}

TEST_CASE("text that nothing ends is pointed at where it begins") {
  for (const auto& row : {
           Row{"[\"a", 1, "the string that starts here has no closing quote"},
           Row{"[\"a\\", 1, "the string that starts here has no closing quote"},
           Row{"[\"a\n\"]", 1, "the string that starts here has no closing quote on its line"},
           Row{"{\"a\r\n", 1, "the string that starts here has no closing quote on its line"},
       })
    check(row);
}

TEST_CASE("escapes and controls inside text are pointed at, and how to write them") {
  const std::string how = R"(write \u with four hexadecimal digits, or the character itself)";
  for (const auto& row : {
           Row{R"("a\q")", 2, R"('\' starts an escape sequence, but 'q' is not one)",
               R"(write \\ for a backslash)"},
           Row{R"("\u12")", 1, R"(\u12" is not the code of a character)", how},
           Row{R"("\uzzzz")", 1, R"(\uzzzz is not the code of a character)", how},
           Row{R"("\ud800")", 1, R"(\ud800 is not the code of a character)", how},
           Row{R"("\ud800\n")", 1, R"(\ud800 is not the code of a character)", how},
           Row{R"("\uDC00x")", 1, R"(\uDC00 is not the code of a character)", how},
           Row{R"("\ud800\ud800")", 1, R"(\ud800 is not the code of a character)", how},
           Row{"\"a\tb\"", 2, R"(a tab in a string must be written as \t)"},
           Row{"\"a\x01\"", 2, R"(U+0001 in a string must be written as \u0001)"},
       })
    check(row);
}

TEST_CASE("a text that ends too early says what is open, and where that begins") {
  struct Open {
    std::string text;
    std::size_t offset;
    std::size_t first;
    std::string message;
  };
  for (const auto& row : {
           Open{"{\"a\":1\n\n", 6, 0, "the text ends before the '}' that closes the object"},
           Open{"{\"a\":[1,", 8, 5, "the text ends before the ']' that closes the array"},
           Open{"{\"a\"", 4, 0, "the text ends before the '}' that closes the object"},
           Open{"[1}", 2, 0, "expected ']', got '}', to close the array"},
           Open{"{\"a\":[{}}", 8, 5, "expected ']', got '}', to close the array"},
       }) {
    CAPTURE(row.text);
    const auto fault = explain_json_syntax(row.text);
    REQUIRE(fault.has_value());
    CHECK(fault->message == row.message);
    CHECK(fault->offset == row.offset);
    CHECK(fault->first_offset == row.first);
    CHECK(fault->first_words == " that starts at");
  }
  CHECK(explain_json_syntax(" \n")->message == "the text ends where a value was expected");
}

TEST_CASE("a member that comes twice is told before what stands behind it") {
  for (const std::string_view text : {R"({"a":1,"b":[{"c":0}],"\u0061":tru})",
                                      R"({"a":1,"a":{"b":1,"b":2}})", R"({"a":1,"a":2})"}) {
    const auto fault = explain_json_syntax(text);
    REQUIRE(fault.has_value());
    CHECK(fault->message == "duplicate key \"a\"");
    CHECK(fault->path == "/a");
    CHECK(fault->first_offset == 1);
    CHECK(fault->offset == text.rfind(text.find("\\u") == text.npos ? ",\"a" : ",\"\\u") + 1);
  }
}

TEST_CASE("a fault inside has the path that leads to it") {
  const auto fault = explain_json_syntax(R"({"x":0,"a":[1,{"b\"":[0,1e2000]}]})");
  REQUIRE(fault.has_value());
  CHECK(fault->rule == "json.number");
  CHECK(fault->path == "/a/1/b\"/1");
  CHECK(fault->offset == 24);
}

TEST_CASE("what is quoted is quoted short") {
  const std::string key(100'000, 'k');
  for (const auto& text : {"[" + key + "]", "{\"" + key + "\":1,\"" + key + "\":2}"}) {
    const auto fault = explain_json_syntax(text);
    REQUIRE(fault.has_value());
    CHECK(fault->message.size() < 200);
  }
}
