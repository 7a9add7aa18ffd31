#include "mrctl/output/table.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;
using output::CellKind;

TEST_CASE("the values of a card are aligned, and missing ones are marked") {
  CHECK(card({{"Slug", "support", CellKind::text}, {"Description", std::nullopt, CellKind::text}},
             pipe_end()) == drawing(R"(
Slug         support
Description  –
)"));
}

TEST_CASE("a value of several lines is indented below itself") {
  CHECK(card({{"System", "Be brief.\n\nBe kind.\n", CellKind::lines}, {"Id", "1", CellKind::text}},
             pipe_end()) == drawing(R"(
System  Be brief.

        Be kind.
Id      1
)"));
}

TEST_CASE("an empty value leaves nothing behind its title") {
  CHECK(card({{"Name", "", CellKind::text}}, pipe_end()) == "Name\n");
}

TEST_CASE("hostile values cannot form a line of their own") {
  CHECK(card({{"Name", "a\nLabel  sk-fake", CellKind::text}}, pipe_end()) ==
        "Name  a\\nLabel  sk-fake\n");
  CHECK(card({{"x\x1b", "a\x1b]0;", CellKind::lines}}, pipe_end()) == "x\\x1b  a\\x1b]0;\n");
}

TEST_CASE("what does not fit the terminal goes on below itself, and nothing is left out") {
  const std::vector<CardLine> lines{
      {"Allowed", "acme/tiny globex/vision initech/coder", CellKind::list},
      {"Id", "11111111-1111-4111-8111-111111111111", CellKind::text},
      {"Prompt", "Be brief and kind.\n\nSay 東京東京東京東京.", CellKind::lines}};
  CHECK(card(lines, terminal_of(24)) == drawing(R"(
Allowed  acme/tiny
         globex/vision
         initech/coder
Id       11111111-1111-
         4111-8111-
         111111111111
Prompt   Be brief and
           kind.

         Say
           東京東京東京
           東京.
)"));
  CHECK(card(lines, terminal_of(200)) == card(lines, pipe_end()));
}

TEST_CASE("on a terminal narrower than the titles a value keeps a few columns") {
  CHECK(card({{"Description", "one two three"}}, terminal_of(5)) == drawing(R"(
Description  one two
             three
)"));
}

TEST_CASE("a title that is too long stands on a line of its own, and moves no other value") {
  CHECK(card({{"Id", "1"}, {"a title of many, many words", "value"}}, pipe_end()) == drawing(R"(
Id  1
a title of many, many words
    value
)"));
  CHECK(card({{"Id", "1"}, {"a title of many, many words", "value"}}, terminal_of(20)) ==
        drawing(R"(
Id  1
a title of many,
  many words
    value
)"));
}
