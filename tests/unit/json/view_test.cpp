#include "mrctl/json/view.hpp"

#include "view_matches.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using namespace mrctl;

namespace {

JsonText read(std::string text) {
  auto read = read_json_text(std::move(text));
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : read.error().message));
  return *std::move(read);
}

// "key=value" of each item, as written.
std::string drawn(const JsonView& view) {
  std::string out;
  for (const auto& item : view.items())
    out += (out.empty() ? "" : " ") + item.key() + "=" + std::string(item.value.text());
  return out;
}

std::string object_of(int members) {
  std::string text = "{";
  for (int i = 0; i < members; ++i)
    text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":" + std::to_string(i);
  return text + "}";
}

} // namespace

TEST_CASE("a view shows what the library reads") {
  constexpr std::array texts{
      "{}",
      "[]",
      " [ ] ",
      "{ }",
      R"("")",
      "-0",
      " 1.50 ",
      "18446744073709551615",
      "true",
      "null",

      R"([[],[[]],{},[{}],{"a":[]},[ [ ] , [ 1 ] ]])",
      R"({"a":{"b":{"c":[{"d":1}]}},"":"","b":null,"c":[1,"2",{"d":3},[4],false]})",
      "\t{ \"a\" :\r\n [ 1 , 2 ] , \"b\" : { \"c\" : \"x\" } , \"d\" : \"]},{\" }\n",
      R"({"k\"ey":"a\"","k\\":"\\","\u0061b":"\u00e9\ud83d\ude42","größer":"大"})",
      R"([{"type":"text","text":"a: [b], {c}"},"]","}",",","\\","\\\""])",
  };
  for (const std::string text : texts) {
    CAPTURE(text);
    CHECK(matches(read(text).root(), Json::parse(text)));
  }
  CHECK(matches(read(object_of(200)).root(), Json::parse(object_of(200))));
}

TEST_CASE("a view shows values as they are written") {
  const auto text = read(R"({ "a" : 1.50, "b\u0062" : "\u00e9", "c" : [ 1 , 2 ] })");
  CHECK(drawn(text.root()) == R"(a=1.50 bb="\u00e9" c=[ 1 , 2 ])");
  const auto member = find_member(text.root(), "bb");
  REQUIRE(member.has_value());
  CHECK(member->string() == "é");
  CHECK(text.root().items().begin()->text() == R"("a" : 1.50)");
}

TEST_CASE("what is not there is not found") {
  const auto text = read(R"({"a":[1,2],"b":"x"})");
  CHECK_FALSE(find_member(text.root(), "c"));
  CHECK_FALSE(find_member(*find_member(text.root(), "a"), "0"));
  CHECK_FALSE(find_element(text.root(), 0));
  CHECK_FALSE(find_element(*find_member(text.root(), "a"), 2));
  CHECK(find_element(*find_member(text.root(), "a"), 1)->text() == "2");
  CHECK(find_member(text.root(), "b")->items().begin() ==
        find_member(text.root(), "b")->items().end());
}

TEST_CASE("a long text is passed over as it is written") {
  // Lengths with the quotes around the longest one that is short; an escape may be the last.
  for (const std::size_t length : {253U, 254U, 255U, 256U, 257U, 600U}) {
    const std::string texts[] = {std::string(length, 'x'), std::string(length - 2, 'x') + R"(\")",
                                 std::string(length - 2, 'x') + R"(\\)",
                                 std::string(length - 4, ',') + R"(\"]})"};
    for (const auto& written : texts) {
      const auto value = "\"" + written + "\"";
      CAPTURE(value);
      for (const auto& text :
           {value, "[" + value + "]", "[" + value + ",[" + value + ",{}]," + value + ",[1]]",
            R"({"a":)" + value + R"(,"b":[{"c":)" + value + R"(}],)" + value + R"(:[[2]],"d":)" +
                value + R"(,"e":{"f":3}})"})
        CHECK(matches(read(text).root(), Json::parse(text)));
    }
  }
  CHECK(read("[" + std::string(300, '1') + ",[2]]").root().size() == 2);
}

TEST_CASE("a part of a text keeps the extents of its own long texts") {
  const std::string value = "\"" + std::string(300, 'x') + "\"";
  const std::string part = R"({"b":)" + value + R"(,"c":[)" + value + R"(,{}]})";
  const SharedText whole("[" + value + "," + part + "," + value + "]");
  const JsonIndex index(whole.view());
  const JsonText cut(SharedText(part), index, *find_element(index.root(), 1));
  CHECK(matches(cut.root(), Json::parse(part)));
}

TEST_CASE("objects, arrays and long texts are counted together, and one too many is refused") {
  std::string text = "[";
  for (int i = 1; i < 8'000'000; ++i)
    text += "[],";
  const auto end = text.size();
  CHECK(index_json(text + "\"short\"]", Reading::tolerant).has_value());
  const auto index = index_json(text + '"' + std::string(255, 'x') + "\"]", Reading::tolerant);
  REQUIRE_FALSE(index.has_value());
  CHECK(index.error().rule == "json.values");
  CHECK(index.error().offset == end);
}

TEST_CASE("copies of a text share it, and their views outlive the original") {
  auto text = read(R"({"model":"m"})");
  const auto copy = text;
  const auto model = *find_member(copy.root(), "model");
  text = JsonText();
  CHECK(text.text() == "{}");
  CHECK(model.string() == "m");
}

TEST_CASE("a text is read as strictly as a value") {
  const std::array<std::string, 16> texts{
      R"({"a":1,"b":2})",
      R"({"a":1,"a":2})",
      R"({"a":1,"\u0061":2})",
      R"({"a":{"b":1},"b":2})",
      R"([{"a":1},{"a":2}])",
      R"([{"a":1,"b":{"a":1},"a":2}])",
      "18446744073709551616",
      "-9223372036854775809",
      "1e400",
      "[1e1000]",
      std::string(512, '[') + std::string(512, ']'),
      std::string(513, '[') + std::string(513, ']'),
      object_of(10'001),
      "[1,]",
      "\"\xC3\"",
      R"(["\ud83d"])",
  };
  for (const auto& text : texts) {
    CAPTURE(text.substr(0, 40));
    const auto parsed = parse_json(text, Reading::strict);
    const auto read = read_json_text(text);
    REQUIRE(read.has_value() == parsed.has_value());
    if (parsed) continue;
    CHECK(read.error().rule == parsed.error().rule);
    CHECK(read.error().message == parsed.error().message);
    CHECK(read.error().path == parsed.error().path);
    CHECK(read.error().offset == parsed.error().offset);
  }
}
