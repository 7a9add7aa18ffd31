#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using mrctl::Json;
using mrctl::parse_json;
using mrctl::Reading;

namespace {

// Compares with the library, types of numbers included.
void check_like_the_library(std::string_view text) {
  CAPTURE(text);
  const auto value = parse_json(text, Reading::strict);
  REQUIRE(value.has_value());
  const auto expected = Json::parse(text);
  CHECK(*value == expected);
  CHECK(value->type() == expected.type());
  CHECK(value->dump() == expected.dump());
}

} // namespace

TEST_CASE("texts give the value that the library reads") {
  constexpr std::array texts{
      R"("")",
      R"("Be brief.")",
      R"("a\nb\t\"c\"\\\/\b\f\r")",
      "\"\\\\\"",
      R"("größer, 大, 🙂")",
      R"("\u0041\u00e9\u5927\uD83D\ude42\u0000\u007f\u0080\u07ff\u0800\uffff\udbff\udfff")",
      R"({"\u0061":1,"b":"\"\u0022\\\u005c"})",
      "true",
      " false ",
      "null",
      "[]",
      "{}",
      " [ 1 , [ ] , { } , [ 2 ] ] ",
      R"({"a":{"b":{"c":[{"d":1}]}},"":"","b":null})",
      R"({"k\"ey":"a","k\\ey":"b"})",
      R"([{"type":"text","text":"a: [b], {c}"},"]","}",","])",
  };
  for (const std::string_view text : texts)
    check_like_the_library(text);
}

TEST_CASE("numbers keep their type and every digit that the library keeps") {
  constexpr std::array numbers{"0",
                               "-0",
                               "7",
                               "-7",
                               "9223372036854775807",
                               "-9223372036854775808",
                               "9223372036854775808",
                               "18446744073709551615",
                               "0.1",
                               "-0.0",
                               "1.0",
                               "2.5e3",
                               "1E5",
                               "1e-7",
                               "0.30000000000000004"};
  for (const std::string_view number : numbers) {
    check_like_the_library(number);
    check_like_the_library("[" + std::string(number) + "]");
  }
}

TEST_CASE("objects of any size keep the order of their members, and the last value of a key") {
  for (const int size : {1, 16, 17, 1000}) {
    std::string text = "{";
    for (int i = 0; i < size; ++i)
      text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":" + std::to_string(i);
    check_like_the_library(text + "}");
    const auto twice = parse_json(text + R"(,"k0":"last"})", Reading::tolerant);
    REQUIRE(twice.has_value());
    CHECK(twice->size() == static_cast<std::size_t>(size));
    CHECK(twice->front() == "last");
  }
}

TEST_CASE("a special character is found at every place of a string") {
  constexpr std::array specials{"\"",   "\\",  "\x1F",     "\t",   "\xC3", "\x80",
                                "\xFF", "\\n", "\xC3\xA9", "\x7F", " "};
  for (const std::string_view special : specials)
    for (std::size_t before = 0; before < 20; ++before)
      for (std::size_t after = 0; after < 10; ++after) {
        const auto text =
            "\"" + std::string(before, 'a') + std::string(special) + std::string(after, 'z') + "\"";
        CAPTURE(text);
        const auto value = parse_json(text, Reading::strict);
        CHECK(value.has_value() == Json::accept(text));
        if (value) CHECK(*value == Json::parse(text));
      }
}

TEST_CASE("a character beyond ASCII is taken if its bytes are those of one") {
  constexpr std::string_view others = "\"a\x7F\x80\x8F\x90\x9F\xA0\xBF\xC0\xFF";
  for (int first = 0x80; first < 0x100; ++first)
    for (const char second : others)
      for (const std::string_view rest : {"", "\x80", "\xBF", "\x80\x80", "\xBF\xBF", "\x80z"})
        for (const std::string_view end : {"\"", ""}) {
          const auto text = "\"" + std::string{static_cast<char>(first), second} +
                            std::string(rest) + std::string(end);
          if (parse_json(text, Reading::strict).has_value() != Json::accept(text)) FAIL(text);
        }
}
