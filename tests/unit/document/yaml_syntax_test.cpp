#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

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
  CHECK(problem.suggestion.text == row.suggestion);
}

} // namespace

TEST_CASE("a bracket that nothing closes is pointed at, wherever it stands") {
  for (const auto& row : {
           Row{"[a, b\nc: d\n", "1:1", "this '[' is never closed"},
           Row{"{a: 1, b", "1:1", "this '{' is never closed"},
           Row{"{a: 1, b: [1\nc: d\n", "1:11", "this '[' is never closed"},
           Row{"x: [a, b\ny: 1\n", "1:4", "this '[' is never closed"},
           Row{"x: {a: 1\ny: 1\n", "1:4", "this '{' is never closed"},
           Row{"x:\n- [a, b\n- c\n", "2:3", "this '[' is never closed"},
           Row{"---\n[a, b\n", "2:1", "this '[' is never closed"},
           Row{"a: |\n  [ ' {\nb: plain [ '\n  more {\nc: 'it''s [' # {\nd: [1\n", "6:4",
               "this '[' is never closed"},
           Row{"- |\n [\n- - >\n   {\n  - k: |\n      (\n    l: {\n", "7:8",
               "this '{' is never closed"},
       })
    check(row);
}

TEST_CASE("a bracket that does not fit is pointed at, with the one that it should close") {
  for (const auto& row : {
           Row{"stop: [a, b}\n", "1:12",
               "expected ']', got '}', to close the array that starts at 1:7"},
           Row{"a:\n  b: {c: [1, 2}\n", "2:15",
               "expected ']', got '}', to close the array that starts at 2:10"},
           Row{"stop: ]\n", "1:7", "this bracket closes nothing"},
       })
    check(row);
}

TEST_CASE("a quote that nothing ends is pointed at") {
  for (const auto& row : {
           Row{"model: \"m\ntop_p: 1\n", "1:8",
               "the quoted text that starts here has no closing quote"},
           Row{"stop: [a, \"b\n", "1:11", "the quoted text that starts here has no closing quote"},
           Row{"a: \"x\n\n---\nb: 1\n", "1:4",
               "the quoted text that starts here has no closing quote"},
           Row{"stop: ['a, 'b']\nmodel: 'm'\n", "1:13", "expected ',' or ']' before this"},
       })
    check(row);
}

TEST_CASE("lines that do not fit below each other are pointed at, and how they would") {
  const std::string above = "unexpected key: the value of the line above continues here";
  const std::string colon = "indent it like its neighbours, or check for a missing ':' above";
  for (const auto& row : {
           Row{"model m\ntop_p: 1\n", "2:1", above, colon},
           Row{"model: m\n  top_p: 1\n", "2:3", above, colon},
           Row{"a:\n    b: 1\n  c: 2\n", "3:3", "expected a key on a separate line, got 'c:'",
               "indent it like its neighbours"},
           Row{"stop:\n  - a\n - b\n", "3:2", "a list item is not allowed here",
               "indent it like the other items, below its key"},
           Row{"a: b\n- c\n", "2:1", "a list item is not allowed here",
               "indent it like the other items, below its key"},
           Row{"a: - b\n", "1:4", "'- ' starts a list item, which must be on its own line",
               "put text that starts with '- ' in quotes"},
       })
    check(row);
}

TEST_CASE("text that needs quotes is told so") {
  for (const auto& row : {
           Row{"a: b: c\n", "1:5", "a second ':' on one line, after a value",
               "put text that contains ': ' in quotes"},
           Row{"a: 'x' y\n", "1:8", "expected a key on a separate line, got 'y'",
               "put the whole value in quotes"},
           Row{"a: @x\n", "1:4", "text cannot start with this character",
               "put the text in quotes; !file PATH reads the text of a file"},
           Row{"a: `x`\n", "1:4", "text cannot start with this character",
               "put the text in quotes; !file PATH reads the text of a file"},
           Row{"a: *\n", "1:5", "'*' starts the name of an alias",
               "put text that starts with '*' in quotes"},
           Row{"a: & b\n", "1:5", "'&' starts the name of an anchor",
               "put text that starts with '&' in quotes"},
           Row{"a: */*\n", "1:4", "there is no anchor of this name before this alias",
               "put text that starts with '*' in quotes"},
       })
    check(row);
}

TEST_CASE("what divides items in brackets is missed where it is missing") {
  const std::string missing_in_object = "expected ',' or '}' before this";
  check({R"({"a": 1 "b": 2})", "1:9", missing_in_object});
  check({"{a: 1 b: 2}\n", "1:7", missing_in_object});
  check({"a: {b: {c: 1} d: 2}\n", "1:15", missing_in_object});
  check({"a: [\"b\" \"c\"]\n", "1:9", "expected ',' or ']' before this"});
}

TEST_CASE("the marks that a merge leaves are named, wherever reading stops") {
  const std::string message = "a merge conflict starts here";
  const std::string help = "keep one side completely";
  check(
      {"model: m\n<<<<<<< HEAD\nseed: 1\n=======\nseed: 2\n>>>>>>> other\n", "2:1", message, help});
  check({"model: m\nseed: 2\n>>>>>>> other\n", "3:1", message, help});
}

TEST_CASE("a comment of another language is named, with the mark of YAML") {
  const std::string message = "YAML comments begin with '#'";
  for (const auto& row : {
           Row{"// ours\nmodel: m\n", "1:1", message, "write # in place of //"},
           Row{"model: m\n// ours\ntop_p: 1\n", "2:1", message, "write # in place of //"},
           Row{"model: m\n  \n/* ours */\n", "3:1", message, "write # in place of /*"},
       })
    check(row);
}

TEST_CASE("a text that is indented like its key is pointed at") {
  const std::string message = "the text of 'content: |' must be indented more than its key";
  const std::string help = "indent each of its lines by two more spaces";
  for (const auto& row : {
           Row{"content: |\nYou help.\n", "2:1", message, help},
           Row{"content: |\n\nYou help.\nBe brief: yes\n", "3:1", message, help},
           Row{"- role: system\n  content: |\n  You help.\n", "3:3", message, help},
           Row{"a: >-\nb\n", "2:1", "the text of 'a: >-' must be indented more than its key", help},
       })
    check(row);
}

TEST_CASE("a comment that hides what closes a bracket is named") {
  const std::string help = "' #' begins a comment: put the text around it in quotes";
  for (const auto& row : {
           Row{"messages: [{role: system, content: Use #support, always}]\n", "1:12",
               "this '{' is never closed", help},
           Row{"{stop: [a #b]}\n", "1:8", "this '[' is never closed", help},
       })
    check(row);
}

TEST_CASE("a key without a space behind its colon is told how to write it") {
  const std::string message = "a space must follow the ':' of a key";
  for (const auto& row : {
           Row{"model: m\ntop_p:1\n", "2:1", message, "write top_p: 1"},
           Row{"top_p:1\nmodel: m\n", "1:1", message, "write top_p: 1"},
           Row{"model: m\nhttp://x\n", "2:1", "missing ':' after 'http://x'"},
       })
    check(row);
}

TEST_CASE("an anchor of another file is not found, and a base is") {
  check({"<<: *shared\nmodel: m\n", "1:5", "there is no anchor of this name before this alias",
         "an anchor counts within one file: put what presets share into a file for --base"});
}
