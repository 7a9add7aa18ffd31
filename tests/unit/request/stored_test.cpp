#include "mrctl/request/stored.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::request;

namespace {

std::string told(const std::string& sent, const std::string& config,
                 std::size_t ignored_messages = 0) {
  return describe_stored(compare_with_stored(Json::parse(sent), Json::parse(config)),
                         ignored_messages);
}

} // namespace

TEST_CASE("what became of each field is told in the order of the body") {
  CHECK(told(R"({"user":"u","temperature":1,"model":"m","top_p":0.5,"seed":7,"stream":true})",
             R"({"model":"m","temperature":1,"top_p":0.4})") ==
        "kept temperature, model; changed top_p; did not keep seed; ignored user, stream");
}

TEST_CASE("fields that are not documented and not stored are ignored, stored ones are kept") {
  CHECK(told(R"({"mine":1})", "{}") == "ignored mine");
  CHECK(told(R"({"mine":1})", R"({"mine":1})") == "kept mine");
}

TEST_CASE("null and absent are the same, at every depth, and numbers are compared by value") {
  CHECK(told(R"({"seed":null})", "{}").empty());
  CHECK(told(R"({"seed":7})", R"({"seed":null})") == "did not keep seed");
  CHECK(told(R"({"provider":{"zdr":true,"sort":null}})",
             R"({"provider":{"order":null,"zdr":true}})") == "kept provider");
  CHECK(told(R"({"temperature":1})", R"({"temperature":1.0})") == "kept temperature");
}

TEST_CASE("a difference at any depth is a change, and so is another order of items") {
  CHECK(told(R"({"provider":{"max_price":{"prompt":1}}})",
             R"({"provider":{"max_price":{"prompt":2}}})") == "changed provider");
  CHECK(told(R"({"provider":{"zdr":true}})", R"({"provider":{"zdr":true,"sort":"x"}})") ==
        "changed provider");
  CHECK(told(R"({"stop":["a","b"]})", R"({"stop":["b","a"]})") == "changed stop");
  CHECK(told(R"({"stop":["a"]})", R"({"stop":["a","b"]})") == "changed stop");
  CHECK(told(R"({"provider":{"zdr":true,"sort":"x"}})",
             R"({"provider":{"sort":"x","zdr":true}})") == "kept provider");
}

TEST_CASE("messages are only counted") {
  CHECK(told(R"({"messages":[{}]})", R"({"messages":[]})").empty());
  CHECK(told(R"({"model":"m"})", R"({"model":"m"})", 1) == "kept model; ignored 1 message");
  CHECK(told(R"({"user":"u"})", "{}", 2) == "ignored user, 2 messages");
}
