#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <string>

using mrctl::Json;
using mrctl::parse_json;
using mrctl::Reading;

namespace {

mrctl::JsonFault fault_in(std::string_view text) {
  const auto parsed = parse_json(text, Reading::strict);
  REQUIRE_MESSAGE(!parsed.has_value(), std::string(text.substr(0, 80)));
  return parsed.error();
}

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

/// The processor time, because other processes of the machine have no part in it.
double seconds_to_parse(std::size_t objects, std::size_t keys) {
  std::string object = "{";
  for (std::size_t i = 0; i < keys; ++i)
    object += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":" + std::to_string(i);
  object += '}';
  std::string text = "[" + object;
  for (std::size_t i = 1; i < objects; ++i)
    text += "," + object;
  const auto begin = std::clock();
  const auto parsed = parse_json(text + "]", Reading::strict);
  const auto taken = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  REQUIRE(parsed.has_value());
  REQUIRE(parsed->back().size() == keys);
  return taken;
}

} // namespace

TEST_CASE("values of every type are read, and objects keep their order") {
  const auto parsed =
      parse_json(R"( {"z":[1,-2,2.5,true,false,null,"é\n"],"a":{},"m":18446744073709551615} )",
                 Reading::strict);
  REQUIRE(parsed.has_value());
  CHECK(mrctl::dump_json(*parsed) ==
        R"({"z":[1,-2,2.5,true,false,null,"é\n"],"a":{},"m":18446744073709551615})");
}

TEST_CASE("512 levels are read, 513 are refused where they begin") {
  CHECK(parse_json(nested(512), Reading::strict).has_value());
  const auto fault = fault_in(nested(513));
  CHECK(fault.rule == "json.depth");
  CHECK(fault.offset == 512);
}

TEST_CASE("100,000 levels are refused, open or closed, arrays or objects") {
  CHECK(fault_in(std::string(100'000, '[')).rule == "json.depth");
  CHECK(fault_in(nested(100'000)).rule == "json.depth");
  std::string objects;
  for (int i = 0; i < 100'000; ++i)
    objects += "{\"a\":";
  CHECK(fault_in(objects).rule == "json.depth");
}

TEST_CASE("a duplicate key is refused with both places and its pointer") {
  const auto fault = fault_in(R"({"a":[0,{"x/y":1,"b":2,"x/y":3}]})");
  CHECK(fault.rule == "json.duplicate-key");
  CHECK(fault.path == "/a/1/x~1y");
  CHECK(fault.first_offset == 9);
  CHECK(fault.offset == 23);
  CHECK(fault.message.find("x/y") != std::string::npos);
}

TEST_CASE("the place of a duplicate key is its opening quote, whatever the key holds") {
  const std::string_view text = R"({"a\"b\\":1, "":2, "a\"b\\":3, "":4})";
  CHECK(fault_in(text).first_offset == 1);
  CHECK(fault_in(text).offset == 19);
  const auto empty = fault_in(R"({"":1,"":2})");
  CHECK(empty.first_offset == 1);
  CHECK(empty.offset == 6);
}

TEST_CASE("one key in two objects is no duplicate") {
  CHECK(parse_json(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})", Reading::strict).has_value());
}

TEST_CASE("a duplicate key is found among many, after others of its name inside other objects") {
  std::string text = R"({"aA":{"last":1},"x":[{"last":2}],"last":3)";
  const auto first = text.find(R"("last":3)");
  for (int i = 0; i < 1000; ++i)
    text += ",\"k" + std::to_string(i) + "\":{\"last\":0}";
  const auto fault = fault_in(text + R"(,"l\u0061st":4})");
  CHECK(fault.path == "/last");
  CHECK(fault.offset == text.size() + 1);
  CHECK(fault.first_offset == first);
  CHECK(fault_in(text + R"(,"aA":4})").first_offset == 1);
}

TEST_CASE("of many duplicate keys the last one wins as well") {
  std::string text = "{";
  for (int i = 0; i < 3000; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i % 1000) + "\":" + std::to_string(i);
  const auto parsed = parse_json(text + "}", Reading::tolerant);
  REQUIRE(parsed.has_value());
  CHECK(parsed->size() == 1000);
  CHECK(parsed->front() == 2000);
  CHECK(parsed->back() == 2999);
}

TEST_CASE("the last of duplicate keys wins where they are allowed, at the first one's place") {
  const auto parsed = parse_json(R"({"a":{"b":1},"c":2,"a":{"d":3}})", Reading::tolerant);
  REQUIRE(parsed.has_value());
  CHECK(mrctl::dump_json(*parsed) == R"({"a":{"d":3},"c":2})");
}

TEST_CASE("objects of many keys are read in linear time") {
  const auto small = seconds_to_parse(2'000, 100);
  const auto large = seconds_to_parse(20, mrctl::most_members);
  // Quadratic time would be a hundredfold; the margin is for a busy machine.
  CHECK_MESSAGE(large < 10 * small + 1, large, " s for large ones, ", small, " s for small ones");
}

TEST_CASE("invalid UTF-8 is refused at its byte") {
  const auto fault = fault_in("{\"a\":\"x\xff\"}");
  CHECK(fault.rule == "json.utf-8");
  CHECK(fault.message == "not valid UTF-8");
  CHECK(fault.offset == 7);
  CHECK(fault_in("\"\xed\xa0\x80\"").rule == "json.utf-8");
}

TEST_CASE("a text that speaks of UTF-8 is not taken for one that is wrong in it") {
  CHECK(fault_in("{\"UTF-8").rule == "json.syntax");
}

TEST_CASE("a fault of syntax and a number that JSON cannot carry are those of the index") {
  CHECK(fault_in("{\"a\":tru}").rule == "json.syntax");
  CHECK(fault_in("{\"a\":tru}").offset == 5);
  CHECK(fault_in("[1e1000]").rule == "json.number");
}

TEST_CASE("10,000 members of an object are read, one more is refused where the user wrote it") {
  std::string text = R"({"\"a":[0,{)";
  for (std::size_t i = 0; i < mrctl::most_members; ++i)
    text += (i == 0 ? "\"" : ", \"") + std::to_string(i) + "\":0";
  CHECK(parse_json(text + "}]}", Reading::strict).has_value());
  const auto more = text + R"(, "10000": 0}]})";
  const auto fault = fault_in(more);
  CHECK(fault.rule == "json.members");
  CHECK(fault.message == "an object of more than 10000 members");
  CHECK(fault.path == "/\"a/1");
  CHECK(fault.offset == more.find("\"10000\""));
  CHECK(parse_json(more, Reading::tolerant).has_value());
}

TEST_CASE("a byte order mark is passed over and counted") {
  CHECK(parse_json("\xEF\xBB\xBF{\"a\":1}", Reading::strict).has_value());
  CHECK(fault_in("\xEF\xBB\xBF[1 2]").offset == 6);
  CHECK(fault_in("\xEF\xBB\xBF{\"a\":1,\"a\":2}").offset == 10);
}

TEST_CASE("invalid UTF-8 in a value is replaced when it is written") {
  CHECK(mrctl::dump_json(Json("a\xff")) == "\"a\xEF\xBF\xBD\"");
}

TEST_CASE("a member is found in objects only") {
  const auto value = Json::parse(R"({"a":null,"b":[{"c":1}]})");
  REQUIRE(mrctl::find_member(value, "a") != nullptr);
  CHECK(mrctl::find_member(value, "a")->is_null());
  CHECK(mrctl::find_member(value, "c") == nullptr);
  CHECK(mrctl::find_member(value["b"], "c") == nullptr);
}

TEST_CASE("types are named as people speak of them") {
  const auto value = Json::parse(R"([null,{},[],"",true,-1,1,1.0])");
  const std::string_view names[] = {"null",      "an object",  "an array",   "a string",
                                    "a boolean", "an integer", "an integer", "a number"};
  for (std::size_t i = 0; i < value.size(); ++i)
    CHECK(mrctl::words_of(json_type(value[i])).found == names[i]);
}

TEST_CASE("tokens of a pointer are escaped") {
  CHECK(mrctl::pointer_join("/a", "b/c~d") == "/a/b~1c~0d");
  CHECK(mrctl::pointer_join("", std::size_t{3}) == "/3");
  CHECK(mrctl::pointer_join("", "") == "/");
}

TEST_CASE("every number goes through a value exactly") {
  for (const std::string text :
       {"18446744073709551615", "-9223372036854775808", "18446744073709551616",
        "-9223372036854775809", "1e400", "-1E-400", "0.30000000000000000001",
        "3.14159265358979323846264338327950288419", "123456789012345678.5", "491e-8"}) {
    CAPTURE(text);
    for (const auto reading : {Reading::strict, Reading::tolerant}) {
      const auto value = mrctl::parse_json(R"({"a":[)" + text + "]}", reading);
      REQUIRE(value.has_value());
      CHECK(mrctl::is_number(value->at("a").front()));
      CHECK(mrctl::dump_json(*value) == R"({"a":[)" + text + "]}");
    }
  }
  CHECK(mrctl::parse_json("0.1", Reading::strict)->is_number_float());
  CHECK(mrctl::parse_json("0.30000000000000004", Reading::strict)->is_number_float());
}

TEST_CASE("a double is written in plain digits, as people write it, unless these are many") {
  CHECK(mrctl::dump_json(0.00000031) == "0.00000031");
  CHECK(mrctl::dump_json(-4e-9) == "-0.000000004");
  CHECK(mrctl::dump_json(25e15) == "25000000000000000");
  CHECK(mrctl::dump_json(1e30) == "1e+30");
  CHECK(mrctl::dump_json(0.5) == "0.5");
}

TEST_CASE("a number of more than 1,000 digits is a fault where the user wrote it") {
  const auto strict = mrctl::parse_json(R"({"seed": 1e1000})", Reading::strict);
  REQUIRE_FALSE(strict.has_value());
  CHECK(strict.error().rule == "json.number");
  CHECK(strict.error().path == "/seed");
  CHECK(strict.error().offset == 9);
  CHECK(mrctl::parse_json("[1e400, [2, 1e-1000]]", Reading::strict).error().path == "/1/1");
  CHECK(mrctl::parse_json(std::string(1001, '9'), Reading::strict).error().offset == 0);
  CHECK(mrctl::parse_json(std::string(1000, '9'), Reading::strict).has_value());
  CHECK(mrctl::parse_json("1e999", Reading::strict).has_value());
  CHECK(mrctl::parse_json("0e99999", Reading::strict).has_value());
  CHECK(mrctl::dump_json(*mrctl::parse_json("1e99999", Reading::tolerant)) == "1e99999");
}

TEST_CASE("numbers beyond a double do not hide other faults") {
  CHECK(fault_in(R"({"a":1e400,"a":2})").rule == "json.duplicate-key");
  CHECK(fault_in(R"({"a":1e400,"b":})").rule == "json.syntax");
  std::string members = "\xEF\xBB\xBF{";
  for (int i = 0; i < 100; ++i)
    members += '"' + std::to_string(i) + "\":1e400,";
  const auto value = mrctl::parse_json(members + R"("0":2})", Reading::tolerant);
  REQUIRE(value.has_value());
  CHECK(value->size() == 100);
  CHECK(value->at("0") == 2);
}

TEST_CASE("a pointer is within itself and what it leads through, not within a longer name") {
  CHECK(mrctl::is_within("/a/b", "/a"));
  CHECK(mrctl::is_within("/a", "/a"));
  CHECK(mrctl::is_within("/a", ""));
  CHECK_FALSE(mrctl::is_within("/ab", "/a"));
  CHECK_FALSE(mrctl::is_within("/a", "/a/b"));
}
