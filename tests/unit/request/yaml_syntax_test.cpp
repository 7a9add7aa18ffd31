#include "unit/request/documents.hpp"

using namespace mrctl;
using namespace mrctl::request;

namespace {

struct Row {
  std::string text;
  std::string place;
  std::string message;
  std::string suggestion{};
};

void check(const Row& row) {
  CAPTURE(row.text);
  const auto problem = misunderstood(yaml_document(row.text));
  CHECK(problem.rule == "yaml.syntax");
  CHECK(place_of(problem) == row.place);
  CHECK(problem.message == row.message);
  CHECK(problem.suggestion == row.suggestion);
}

} // namespace

TEST_CASE("a bracket that nothing closes is pointed at, wherever it stands") {
  for (const auto& row : {
           Row{"[a, b\nc: d\n", "1:1", "nothing closes the '[' here"},
           Row{"{a: 1, b", "1:1", "nothing closes the '{' here"},
           Row{"{a: 1, b: [1\nc: d\n", "1:11", "nothing closes the '[' here"},
           Row{"x: [a, b\ny: 1\n", "1:4", "nothing closes the '[' here"},
           Row{"x: {a: 1\ny: 1\n", "1:4", "nothing closes the '{' here"},
           Row{"x:\n- [a, b\n- c\n", "2:3", "nothing closes the '[' here"},
           Row{"---\n[a, b\n", "2:1", "nothing closes the '[' here"},
           Row{"a: |\n  [ ' {\nb: plain [ '\n  more {\nc: 'it''s [' # {\nd: [1\n", "6:4",
               "nothing closes the '[' here"},
           Row{"- |\n [\n- - >\n   {\n  - k: |\n      (\n    l: {\n", "7:8",
               "nothing closes the '{' here"},
       })
    check(row);
}

TEST_CASE("a bracket that does not fit is pointed at, with the one that it should close") {
  for (const auto& row : {
           Row{"stop: [a, b}\n", "1:12",
               "expected ']', got '}', to close the array that begins at 1:7"},
           Row{"a:\n  b: {c: [1, 2}\n", "2:15",
               "expected ']', got '}', to close the array that begins at 2:10"},
           Row{"stop: ]\n", "1:7", "']' closes nothing"},
       })
    check(row);
}

TEST_CASE("a quote that nothing ends is pointed at, also where another quote ends it by chance") {
  const std::string help = "see whether its closing quote is missing";
  for (const auto& row : {
           Row{"model: \"m\ntop_p: 1\n", "1:8", "nothing ends the quoted text that begins here"},
           Row{"stop: [a, \"b\n", "1:11", "nothing ends the quoted text that begins here"},
           Row{"a: \"x\n\n---\nb: 1\n", "1:4", "nothing ends the quoted text that begins here"},
           Row{"model: \"m\ntop_p: \"1\"\n", "1:8",
               "the quoted text that begins here ends in front of other text, at 2:8", help},
           Row{"stop: ['a, 'b']\nmodel: 'm'\n", "1:13", "expected ',' or ']' in front of this"},
       })
    check(row);
}

TEST_CASE("lines that do not fit below each other are pointed at, and how they would") {
  const std::string above = "a key cannot stand here, where the text of the line above goes on";
  const std::string colon = "indent it as its neighbours, or see whether a ':' is missing above";
  for (const auto& row : {
           Row{"model m\ntop_p: 1\n", "2:1", above, colon},
           Row{"model: m\n  top_p: 1\n", "2:3", above, colon},
           Row{"a:\n    b: 1\n  c: 2\n", "3:3", "expected a key on a line of its own, got 'c:'",
               "indent it as its neighbours"},
           Row{"stop:\n  - a\n - b\n", "3:2", "an item of a list cannot stand here",
               "indent it as the other items, below the key that it belongs to"},
           Row{"a: b\n- c\n", "2:1", "an item of a list cannot stand here",
               "indent it as the other items, below the key that it belongs to"},
           Row{"a: - b\n", "1:4",
               "'- ' begins an item of a list, which stands on a line of its own",
               "put text that begins with '- ' in quotes"},
       })
    check(row);
}

TEST_CASE("a key that is too long for YAML is told so") {
  check({"model: m\n" + std::string(1025, 'k') + ": 1\n", "2:1",
         "a key has at most 1024 characters in YAML",
         "begin a longer one with '? ', or write the body as JSON"});
}

TEST_CASE("text that needs quotes is told so") {
  for (const auto& row : {
           Row{"a: b: c\n", "1:5", "a second ':' in one line, behind a value",
               "put text that has ': ' inside in quotes"},
           Row{"a: 'x' y\n", "1:8", "expected a key on a line of its own, got 'y'",
               "put the whole value in quotes"},
           Row{"a: @x\n", "1:4", "'@' cannot begin text", "put the text in quotes"},
           Row{"a: `x`\n", "1:4", "'`' cannot begin text", "put the text in quotes"},
           Row{"a: *\n", "1:4", "'*' begins the name of an alias",
               "put text that begins with '*' in quotes"},
           Row{"a: & b\n", "1:4", "'&' begins the name of an anchor",
               "put text that begins with '&' in quotes"},
           Row{"a: */*\n", "1:4", "no anchor '&/*' stands in front of this alias",
               "put text that begins with '*' in quotes"},
           Row{"a: ?\n", "1:4", "'? ' begins a key, which cannot stand here",
               "put text that begins with '? ' in quotes"},
           Row{"a: |x\n  b\n", "1:5", "the text of '|' and '>' begins on the next line"},
       })
    check(row);
}

TEST_CASE("an alias without an anchor gets the nearest one in front of it") {
  check({"base: &base 1\na: *bas\nb: &bas2 1\n", "2:4",
         "no anchor '&bas' stands in front of this alias", "*base"});
}

TEST_CASE("escapes that YAML does not know are pointed at, and how to write them") {
  for (const auto& row : {
           Row{R"(a: "x\qy")", "1:6", R"('\' begins an escape, and this is none)",
               R"(write \\ for a backslash, or put the text in single quotes)"},
           Row{R"(a: "\u12")", "1:5", R"(\x, \u and \U take 2, 4 and 8 hexadecimal digits)"},
           Row{R"(a: "\ud800")", "1:5", R"(\ud800 is half of a character)",
               "write the character itself"},
           Row{R"(a: "\ud83d\ude00")", "1:5", R"(\ud83d is half of a character)", R"(\U0001f600)"},
           Row{R"(a: "\U00110000")", "1:5", "an escape for a character that does not exist"},
       })
    check(row);
}

TEST_CASE("what divides items in brackets is missed where it is missing") {
  const std::string missing_in_object = "expected ',' or '}' in front of this";
  check({R"({"a": 1 "b": 2})", "1:9", missing_in_object});
  check({"{a: 1 b: 2}\n", "1:7", missing_in_object});
  check({"a: {b: {c: 1} d: 2}\n", "1:15", missing_in_object});
  check({"a: [\"b\" \"c\"]\n", "1:9", "expected ',' or ']' in front of this"});
}
