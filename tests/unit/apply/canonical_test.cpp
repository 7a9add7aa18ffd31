#include "mrctl/apply/canonical.hpp"

#include <doctest/doctest.h>

#include <string>

using mrctl::apply::canonical_body;
using mrctl::apply::canonical_json;
using mrctl::apply::hash_of;

TEST_CASE("members are sorted by code point and white space goes") {
  CHECK(canonical_json(" { \"b\" : [ 1 , true ] ,\n \"a\":{}, \"Z\": [] } ") ==
        R"({"Z":[],"a":{},"b":[1,true]})");
  // U+FF5E sorts before U+1F600, although its UTF-16 units do not.
  CHECK(canonical_json(R"({"\ud83d\ude00":1,"\uff5e":2,"é":3})") == "{\"é\":3,\"～\":2,\"😀\":1}");
}

TEST_CASE("numbers are written by their exact value, without an exponent") {
  const auto number = [](const std::string& text) { return canonical_json(text).value(); };
  CHECK(number("1.0") == "1");
  CHECK(number("1e2") == "100");
  CHECK(number("-0") == "0");
  CHECK(number("-0.0e9999") == "0");
  CHECK(number("0.10") == "0.1");
  CHECK(number("2.5e-6") == "0.0000025");
  CHECK(number("-12.50") == "-12.5");
  CHECK(number("0.30000000000000001") == "0.30000000000000001");
  CHECK(number("18446744073709551615") == "18446744073709551615");
}

TEST_CASE("a number of 1,000 digits is written, one of more is refused") {
  const std::string most = "1" + std::string(999, '0');
  CHECK(canonical_json(most) == most);
  CHECK(canonical_json("1e999") == most);
  const auto refused = canonical_json(R"({"a":[1e1000]})");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == mrctl::ErrorKind::usage);
  CHECK(refused.error().message ==
        "the number 1e1000 has more than 1,000 digits when written without an exponent");
  CHECK_FALSE(canonical_json("1e-1000").has_value());
  CHECK_FALSE(canonical_json("1" + most).has_value());
  CHECK(canonical_json("1." + std::string(2000, '0')) == "1");
}

TEST_CASE("strings escape quotes, backslashes and control characters only") {
  CHECK(canonical_json(R"("\u0041\/\"\\\b\f\n\r\t\u0000\u001F\u007f\u2028ä")") ==
        "\"A/\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\x7f\u2028ä\"");
}

TEST_CASE("null is not absence, and the order of a list counts") {
  CHECK(canonical_json(R"({"a":null})") != canonical_json("{}"));
  CHECK(canonical_json("[1,2]") != canonical_json("[2,1]"));
}

TEST_CASE("of members with one name the last counts") {
  CHECK(canonical_json(R"({"a":1,"b":2,"\u0061":3})") == R"({"a":3,"b":2})");
}

TEST_CASE("a body keeps the messages of the system and the developer") {
  CHECK(
      canonical_body(R"({"temperature":0.20,"messages":[{"role":"user","content":"hi"},
                           {"role":"system","content":"Be brief."},{"content":"x"},
                           {"content":"D","role":"developer"}]})") ==
      R"({"messages":[{"content":"Be brief.","role":"system"},{"content":"D","role":"developer"}],)"
      R"("temperature":0.2})");
}

TEST_CASE("a body without such messages has none") {
  const std::string_view bare = R"({"model":"a/b"})";
  CHECK(canonical_body(R"({"messages":[{"role":"user","content":"p"}],"model":"a/b"})") == bare);
  CHECK(canonical_body(R"({"messages":[],"model":"a/b"})") == bare);
  CHECK(canonical_body(bare) == bare);
  CHECK_FALSE(canonical_body(R"({"messages":[{"role":"system","content":1e1000}]})").has_value());
}

TEST_CASE("a hash is SHA-256 with its scheme in front") {
  CHECK(hash_of("") == "h1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(hash_of("abc") == "h1:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(mrctl::kind_of(mrctl::Takes::hash).holds(hash_of("abc")));
}

TEST_CASE("what was stored is hashed with its prompt, and a missing prompt is null") {
  using mrctl::apply::stored_hash;
  CHECK(stored_hash({.config = R"({"temperature":0.20})", .system_prompt = R"("Be brief.")"}) ==
        hash_of(R"({"config":{"temperature":0.2},"system_prompt":"Be brief."})"));
  CHECK(stored_hash({.config = "{}", .system_prompt = {}}) ==
        hash_of(R"({"config":{},"system_prompt":null})"));
  CHECK(stored_hash({.config = "{}", .system_prompt = "null"}) ==
        stored_hash({.config = "{}", .system_prompt = {}}));
}
