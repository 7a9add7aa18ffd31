#include "mrctl/document/edit.hpp"
#include "mrctl/output/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;

namespace {

document::Document read(const std::string& name, const std::string& text) {
  auto document = document::read_document(document::make_document(name, SharedText(text)));
  REQUIRE_MESSAGE(document, text);
  return *std::move(document);
}

// The text after the change, which reads as it was meant; "nothing" where it cannot be edited.
std::string edited(const std::string& text, const std::string& meant,
                   const std::string& name = "a.yaml") {
  const auto document = read(name, text);
  const auto edits =
      document::edit_document(document, document.json, JsonText(SharedText(meant)), output::yaml);
  if (!edits) return "nothing";
  CHECK(nlohmann::json::parse(read(name, edits->text).json.text().view()) ==
        nlohmann::json::parse(meant));
  return edits->text;
}

} // namespace

TEST_CASE("a changed text or number is replaced where it stands, in its own style") {
  CHECK(edited("# a\nt: 0.2   # b\nm: 'x'\nn: \"x\"\n", R"({"t":0.9,"m":"it's","n":"y"})") ==
        "# a\nt: 0.9   # b\nm: 'it''s'\nn: \"y\"\n");
  CHECK(edited("a: b\n  c # d\ne: 1\n", R"({"a":"x","e":1})") == "a: x # d\ne: 1\n");
  CHECK(edited("a: !!str 12\nb: &x !!str 1\nc: *x\n", R"({"a":3,"b":2,"c":2})") ==
        "a: 3\nb: &x 2\nc: *x\n");
  CHECK(edited("a:\nb: # c\n", R"({"a":1,"b":"x: y"})") == "a: 1\nb: \"x: y\" # c\n");
}

TEST_CASE("long texts are written as blocks, with their comment") {
  CHECK(edited("m:\n- c: | # why\n    one\n    two\n  r: s\n",
               R"({"m":[{"c":"one\nthree\n","r":"s"}]})") ==
        "m:\n- c: | # why\n    one\n    three\n  r: s\n");
  CHECK(edited("a: hello # b\n", R"({"a":"x\n\ny"})") == "a: |- # b\n  x\n\n  y\n");
  CHECK(edited("m:\n- a\n- b # c", R"({"m":"x\ny"})") == "m: |-\n  x\n  y");
  CHECK(edited("a: >-\n  x\n  y\nb: 1\n", R"({"a":"z","b":1})") == "a: z\nb: 1\n");
}

TEST_CASE("items are removed and added by lines, and the comments of the others stay") {
  const std::string text = "p:\n  # one\n  - a\n  # two\n  - b # c\nq: 1\n";
  CHECK(edited(text, R"({"p":["a"],"q":1})") == "p:\n  # one\n  - a\n  # two\nq: 1\n");
  CHECK(edited(text, R"({"p":["a","b","c"],"q":1})") ==
        "p:\n  # one\n  - a\n  # two\n  - b # c\n  - c\nq: 1\n");
  CHECK(edited(text, R"({"p":["z","a","b"]})") ==
        "p:\n  # one\n  - z\n  - a\n  # two\n  - b # c\n");
  CHECK(edited("- a: 1\n", "{}") == "nothing");
  CHECK(edited("l:\n- a: 1\n  b: 2\n  c: 3\n", R"({"l":[{"b":2,"d":{"e":[4]}}]})") ==
        "l:\n- b: 2\n  d:\n    e:\n      - 4\n");
}

TEST_CASE("in brackets, items keep the layout of the others") {
  CHECK(edited("o: [a, b]\np: {x: 1, y: 2}\n", R"({"o":["a","b","c, d"],"p":{"y":2,"z":[3]}})") ==
        "o: [a, b, \"c, d\"]\np: {y: 2, z: [3]}\n");
  CHECK(edited("{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n", R"({"a":1,"b":[2,3],"c":{"d":4}})",
               "a.json") ==
        "{\n  \"a\": 1,\n  \"b\": [\n    2,\n    3\n  ],\n  \"c\": {\n    \"d\": 4\n  }\n}\n");
  CHECK(edited(R"({"a":1,"b":2})", R"({"b":3})", "a.json") == R"({"b":3})");
}

TEST_CASE("line ends and a byte order mark stay") {
  CHECK(edited("a: 1\r\nb:\r\n- x\r\n", R"({"a":2,"b":["x","z"],"c":"d"})") ==
        "a: 2\r\nb:\r\n- x\r\n- z\r\nc: d\r\n");
  CHECK(edited("\xEF\xBB\xBF"
               "a: 1",
               R"({"a":1,"b":2})") == "\xEF\xBB\xBF"
                                      "a: 1\nb: 2\n");
}

TEST_CASE("an alias stays as long as it stands for what is meant") {
  const std::string text = "a: &x [1]\nb: *x\nc:\n  <<: {p: 1}\n  q: 2\n";
  CHECK(edited(text, R"({"a":[2],"b":[2],"c":{"p":1,"q":2}})") ==
        "a: &x [2]\nb: *x\nc:\n  <<: {p: 1}\n  q: 2\n");
  CHECK(edited(text, R"({"a":[2],"b":[1],"c":{"p":3,"q":2}})") ==
        "a: &x [2]\nb:\n  - 1\nc:\n  <<: {p: 1}\n  q: 2\n  p: 3\n");
  CHECK(edited(text, R"({"a":[1],"b":[1],"c":{"q":2}})") == "a: &x [1]\nb: *x\nc:\n  q: 2\n");
}

TEST_CASE("the text of a file that is named is an edit of that file") {
  const auto document = read("a.yaml", "a: !file x.md\nb: !file y.md\n");
  const JsonText now(SharedText(R"({"a":"one","b":"two"})"));
  const auto edits = document::edit_document(
      document, now, JsonText(SharedText(R"({"a":"one","b":"three"})")), output::yaml);
  REQUIRE(edits);
  CHECK(edits->text == "a: !file x.md\nb: !file y.md\n");
  REQUIRE(edits->files.size() == 1);
  CHECK(edits->files[0].pointer == "/b");
  CHECK(edits->files[0].text == "three");
}

TEST_CASE("members that are not read stay") {
  const auto document = read("a.yaml", "$schema: s # for editors\na: 1\n");
  const auto edits = document::edit_document(document, JsonText(SharedText(R"({"a":1})")),
                                             JsonText(SharedText(R"({"a":2})")), output::yaml);
  REQUIRE(edits);
  CHECK(edits->text == "$schema: s # for editors\na: 2\n");
}

TEST_CASE("an alias of a value that is left out stays") {
  CHECK(edited("a: &x\nb: *x\n", R"({"a":null,"b":null})") == "a: &x\nb: *x\n");
}

TEST_CASE("an anchor in a comment is none") {
  const std::string text = "a: &x [1]\nb: # &x\n  - 2\nc: *x\n";
  CHECK(edited(text, R"({"a":[1],"b":[2],"c":[1]})") == text);
}

TEST_CASE("comments are told from texts") {
  const auto document =
      read("a.yaml", "# one\na: 'x # y' # two\nb: |\n  # text\nc: d#e\n  # three\n");
  CHECK(document::comments_in(document) == std::vector<std::string>{"# one", "# two", "# three"});
}
