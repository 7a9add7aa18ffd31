#include "mrctl/json/tokens.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> out;
  mrctl::JsonTokens tokens(text);
  while (!tokens.peek().empty())
    out.emplace_back(tokens.next());
  return out;
}

} // namespace

TEST_CASE("tokens come as they are written, without the white space between them") {
  CHECK(tokens_of(" { \"a\\\"}\" : [ 0.10 ,1E5,\ttrue],\r\n\"b\":null } \n") ==
        std::vector<std::string>{"{", "\"a\\\"}\"", ":", "[", "0.10", ",", "1E5", ",", "true", "]",
                                 ",", "\"b\"", ":", "null", "}"});
  CHECK(tokens_of("\"\\\\\"") == std::vector<std::string>{"\"\\\\\""});
  CHECK(tokens_of("-1") == std::vector<std::string>{"-1"});
  CHECK(tokens_of(" \n").empty());
}

TEST_CASE("looking at a token leaves it there") {
  mrctl::JsonTokens tokens("[1]");
  CHECK(tokens.peek() == "[");
  CHECK(tokens.next() == "[");
  CHECK(tokens.peek() == "1");
}

TEST_CASE("a value is consumed as a whole") {
  mrctl::JsonTokens tokens(R"([ {"a":["]",{}]} ,"x", -1.5 ])");
  tokens.next();
  CHECK(tokens.next_value() == R"({"a":["]",{}]})");
  CHECK(tokens.next() == ",");
  CHECK(tokens.next_value() == "\"x\"");
  CHECK(tokens.next() == ",");
  CHECK(tokens.next_value() == "-1.5");
  CHECK(tokens.next() == "]");
}

TEST_CASE("members and elements are visited where they begin") {
  std::vector<std::string> seen;
  mrctl::JsonTokens tokens(R"({ "a" : [ 1 , [2] ], "\u0062": {} } true)");
  tokens.visit_members([&](std::string_view key) {
    seen.emplace_back(key);
    tokens.visit_elements([&] { seen.emplace_back(tokens.next_value()); });
  });
  CHECK(seen == std::vector<std::string>{"a", "1", "[2]", "\\u0062"});
  CHECK(tokens.next() == "true");
}

TEST_CASE("a value of another type is consumed without a visit") {
  mrctl::JsonTokens tokens(R"([[1],{"a":1},2,""])");
  tokens.visit_elements([&] {
    tokens.visit_members([&](std::string_view key) {
      CHECK(key == "a");
      tokens.next_value();
    });
  });
  CHECK(tokens.peek().empty());
}

TEST_CASE("unquoting gives what a string stands for") {
  CHECK(mrctl::json_unquoted("\"plain é\"") == "plain é");
  CHECK(mrctl::json_unquoted(R"("a\"b\\c\n\u00e9\ud83d\ude00")") == "a\"b\\c\né😀");
  CHECK(mrctl::json_unquoted("\"\"").empty());
}
