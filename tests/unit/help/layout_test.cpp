#include "mrctl/help/layout.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::help;

namespace {

std::string drawn(std::initializer_list<const char*> lines) {
  std::string text;
  for (const auto* line : lines)
    text.append(line).append("\n");
  return text;
}

} // namespace

TEST_CASE("a paragraph is broken between words, and each line has its indent") {
  CHECK(wrapped("one two three four", 11, {0, 2}) == drawn({"one two", "  three", "  four"}));
  CHECK(wrapped("one two", 7, {}) == drawn({"one two"}));
  CHECK(wrapped("", 7, {}) == "\n");
  CHECK(wrapped("one  two", 4, {}) == drawn({"one", "two"}));
}

TEST_CASE("a word that is too wide is broken behind a mark, or else anywhere") {
  CHECK(wrapped("see table|wide|json", 12, {}) == drawn({"see", "table|wide|", "json"}));
  CHECK(wrapped("--plugins-web-enabled[=true|false]", 24, {0, 4}) ==
        drawn({"--plugins-web-enabled", "    [=true|false]"}));
  CHECK(wrapped("a 11111111-1111 b", 5, {}) == drawn({"a", "11111", "111-", "1111", "b"}));
  CHECK(wrapped("a b", 0, {}) == drawn({"a", "b"}));
}

TEST_CASE("names and what they mean stand in two columns") {
  CHECK(columns({{"-o", "what is\tmeant"}, {"--long NAME", "by a name that is long"}}, 100) ==
        drawn({"  -o           what is\tmeant", "  --long NAME  by a name that is long"}));
  CHECK(columns({}, 80).empty());
}

TEST_CASE("what a name means goes on below itself") {
  CHECK(columns({{"a", "one two three four five six seven"}}, 30) ==
        drawn({"  a  one two three four five", "     six seven"}));
}

TEST_CASE("a name that is wider than the others may be stands on a line of its own") {
  const std::string wide(40, 'w');
  CHECK(columns({{"a", "one"}, {wide, "two"}, {wide, ""}, {"b", ""}}, 80) ==
        drawn({"  a  one", ("  " + wide).c_str(), "     two", ("  " + wide).c_str(), "  b"}));
}

TEST_CASE("where two columns have no room, what a name means stands below it") {
  CHECK(columns({{"    --quiet", "no notes"}, {"-v, --verbose", "all of it"}}, 30) ==
        drawn({"  --quiet", "      no notes", "  -v, --verbose", "      all of it"}));
}

TEST_CASE("a section has a title, unless there is nothing in it") {
  CHECK(section("Flags", {{"-q", "no notes"}}, 80) == drawn({"", "Flags:", "  -q  no notes"}));
  CHECK(section("Flags", {}, 80).empty());
}

TEST_CASE("a text of the tables has paragraphs, and rows of names") {
  const auto blocks = blocks_of("One.\n\nModels:\n  a  first one\n  bb   second\nLast.");
  REQUIRE(blocks.size() == 4);
  CHECK(blocks[0].paragraph == "One.");
  CHECK(blocks[1].paragraph == "Models:");
  REQUIRE(blocks[2].rows.size() == 2);
  CHECK(blocks[2].rows[0].name == "a");
  CHECK(blocks[2].rows[0].says == "first one");
  CHECK(blocks[2].rows[1].name == "bb");
  CHECK(blocks[2].rows[1].says == "second");
  CHECK(blocks[3].paragraph == "Last.");
  CHECK(laid_out("One.\nModels:\n  a  first one\n  bb   second", 80, 2) ==
        drawn({"  One.", "", "  Models:", "    a   first one", "    bb  second"}));
}

TEST_CASE("a command line that is too wide can still be pasted") {
  CHECK(command_line("mrctl a b", 80, 2) == drawn({"  mrctl a b"}));
  CHECK(command_line("mrctl preset create support --dry-run | jq .", 28, 2) ==
        drawn({"  mrctl preset create \\", "      support --dry-run \\", "      | jq ."}));
}

TEST_CASE("a command line is not broken inside quotes, nor between a flag and its value") {
  CHECK(command_line("mrctl a --system 'one two three' -- b", 20, 0) ==
        drawn({"mrctl a \\", "    --system 'one two three' \\", "    -- b"}));
  CHECK(command_line("mrctl a --where \"x y\" --sort b", 24, 0) ==
        drawn({"mrctl a --where \"x y\" \\", "    --sort b"}));
}

TEST_CASE("each line of a comment is one") {
  CHECK(comment("one two three", 12, 2) == drawn({"  # one two", "  # three"}));
}

TEST_CASE("a word that is longer than a line is broken, behind a mark where it has one") {
  CHECK(wrapped("see https://router.example/api/v1 for it", 16, {0, 2}) ==
        drawn({"see", "  https://", "  router.example", "  /api/v1 for it"}));
  CHECK(wrapped("abcdefghijklmnop", 10, {0, 2}) == drawn({"abcdefghij", "  klmnop"}));
}
