#include "mrctl/output/changes.hpp"
#include "mrctl/output/result_rows.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <functional>
#include <string>

using namespace mrctl;
using namespace mrctl::output;

namespace {

// The changes as JSON, one a line.
std::string changes(const std::string& from, const std::string& to) {
  std::string out;
  const auto parsed = [](const std::string& text) {
    return parse_json(text, Reading::tolerant).value();
  };
  for (const auto& change : changes_between(parsed(from), parsed(to))) {
    auto json = parsed(result_json(change));
    json.erase("origin");
    out += dump_json(json) + "\n";
  }
  return out;
}

} // namespace

TEST_CASE("members are added, removed and changed, and their order is none") {
  CHECK(changes(R"({"a":1,"b":2,"c":3})", R"({"c":4,"d":5,"a":1.0})") ==
        R"({"path":"/c","from":3,"to":4})"
        "\n"
        R"({"path":"/d","to":5})"
        "\n"
        R"({"path":"/b","from":2})"
        "\n");
}

TEST_CASE("numbers are compared and told by their exact value") {
  CHECK(changes("[0.1]", "[0.10000000000000000001]") ==
        R"({"path":"/0","from":0.1,"to":0.10000000000000000001})"
        "\n");
  CHECK(changes("18446744073709551616", "18446744073709551617") ==
        R"({"path":"","from":18446744073709551616,"to":18446744073709551617})"
        "\n");
  CHECK(changes("[1e400,2.50]", "[10e399,2.5]").empty());
}

TEST_CASE("texts that do not show what they are stand as JSON, on both sides of a change") {
  const auto lines = [](const char* from, const char* to) {
    const std::vector<Change> all{{.path = "/stop", .from = Json(from), .to = Json(to)}};
    return change_lines(all).front().lines;
  };
  using Lines = std::vector<std::string>;
  CHECK(lines("\n\n", "\n") == Lines{R"("\n\n" → "\n")"});
  CHECK(lines("   ", "a\nb") == Lines{R"(- "   ")", "+ a", "+ b"});
  CHECK(lines("a\nb", "a\n\x1b") == Lines{"- a", "- b", R"(+ "a\n\u001b")"});
  CHECK(lines("a\nb", "a\nc") == Lines{"  a", "- b", "+ c"});
}

TEST_CASE("null is a value, and absence is none") {
  CHECK(changes(R"({"a":null})", "{}") == "{\"path\":\"/a\",\"from\":null}\n");
  CHECK(changes("{}", R"({"a":null})") == "{\"path\":\"/a\",\"to\":null}\n");
  CHECK(changes(R"({"a":null})", R"({"a":0})") == "{\"path\":\"/a\",\"from\":null,\"to\":0}\n");
}

TEST_CASE("an object or a list that was added is one change") {
  CHECK(changes("{}", R"({"p":{"order":["a","b"]}})") ==
        "{\"path\":\"/p\",\"to\":{\"order\":[\"a\",\"b\"]}}\n");
  CHECK(changes(R"({"p":{"x":1}})", R"({"p":{"x":1,"o":["a"]}})") ==
        "{\"path\":\"/p/o\",\"to\":[\"a\"]}\n");
}

TEST_CASE("an element that was put into a list is one change, and its order counts") {
  CHECK(changes(R"({"o":["a","c"]})", R"({"o":["a","b","c"]})") ==
        "{\"path\":\"/o/1\",\"to\":\"b\"}\n");
  CHECK(changes(R"({"o":["a","b"]})", R"({"o":["b","a"]})") ==
        "{\"path\":\"/o/0\",\"from\":\"a\"}\n{\"path\":\"/o/1\",\"to\":\"a\"}\n");
  CHECK(changes(R"({"o":["a","b"]})", R"({"o":["a","x"]})") ==
        "{\"path\":\"/o/1\",\"from\":\"b\",\"to\":\"x\"}\n");
}

TEST_CASE("elements that are known by a name are compared member by member") {
  CHECK(
      changes(
          R"([{"type":"f","function":{"name":"a","x":1}},{"type":"f","function":{"name":"b","x":1}}])",
          R"([{"type":"f","function":{"name":"n"}},{"type":"f","function":{"name":"a","x":2}},{"type":"f","function":{"name":"b","x":3}}])") ==
      R"({"path":"/0","to":{"type":"f","function":{"name":"n"}}})"
      "\n"
      R"({"path":"/1/function/x","from":1,"to":2})"
      "\n"
      R"({"path":"/2/function/x","from":1,"to":3})"
      "\n");
  CHECK(changes(R"([{"id":"web","n":1}])", R"([{"id":"file","n":1}])") ==
        R"({"path":"/0","from":{"id":"web","n":1}})"
        "\n"
        R"({"path":"/0","to":{"id":"file","n":1}})"
        "\n");
  CHECK(changes(R"([{"role":"system","content":"a"}])", R"([{"role":"system","content":"b"}])") ==
        R"({"path":"/0/content","from":"a","to":"b"})"
        "\n");
}

TEST_CASE("a value of another type is a change, and names with slashes make a pointer") {
  CHECK(changes(R"({"a/b~":[1]})", R"({"a/b~":{"x":1}})") ==
        "{\"path\":\"/a~1b~0\",\"from\":[1],\"to\":{\"x\":1}}\n");
  CHECK(changes("0.12345678901234567", "0.12345678901234568").starts_with("{\"path\":\"\""));
}

namespace {

// 16 times the list inside it, and so on; the innermost one has the number.
std::string nested_list(int depth, int number) {
  if (depth == 0) return std::to_string(number);
  std::string out = "[" + nested_list(depth - 1, number);
  for (int i = 1; i < 16; ++i)
    out += "," + std::to_string(number + i);
  return out + "]";
}

std::string list_of(std::size_t size, const std::function<std::string(std::size_t)>& element) {
  std::string out = "[";
  for (std::size_t i = 0; i < size; ++i)
    out += (i == 0 ? "" : ",") + element(i);
  return out + "]";
}

} // namespace

// With a comparison for each pair at each level, these would take from minutes to years.
TEST_CASE("nested lists take as long as they are") {
  CHECK(changes(nested_list(12, 1), nested_list(12, 100)).find("\"from\":1,\"to\":100") !=
        std::string::npos);
  CHECK(changes(nested_list(400, 1), nested_list(400, 1)).empty());
}

TEST_CASE("long lists of long elements take as long as they are") {
  const auto scalars = [](std::size_t first) {
    return list_of(100, [=](std::size_t i) {
      return list_of(100, [=](std::size_t j) { return std::to_string(first + i * 100 + j); });
    });
  };
  CHECK(changes_between(Json::parse(scalars(0)), Json::parse(scalars(1'000'000))).size() == 10'000);
  const auto objects = [](std::size_t last) {
    return list_of(300, [=](std::size_t i) {
      std::string out = "{";
      for (std::size_t j = 0; j < 50; ++j)
        out += "\"m" + std::to_string(j) + "\":0,";
      return out + "\"n\":" + std::to_string(i + last) + "}";
    });
  };
  CHECK(changes_between(Json::parse(objects(0)), Json::parse(objects(300))).size() == 300);
}

TEST_CASE("below a very long path, what differs is one change") {
  const std::string name(1001, 'n');
  const auto before = R"({")" + name + R"(":{"a":1,"b":2}})";
  CHECK(changes(before, R"({")" + name + R"(":{"b":2,"a":1.0}})").empty());
  CHECK(changes(before, R"({")" + name + R"(":{"a":1,"b":3}})") ==
        R"({"path":"/)" + name +
            R"(","from":{"a":1,"b":2},"to":{"a":1,"b":3}})"
            "\n");
}
