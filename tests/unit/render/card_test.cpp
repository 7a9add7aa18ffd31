#include "mrctl/render/table.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::render;
using Kind = model::Kind;

TEST_CASE("the values of a card are aligned, and missing ones are marked") {
  CHECK(card({{"Slug", "support", Kind::text}, {"Description", std::nullopt, Kind::text}},
             pipe_end()) == drawing(R"(
Slug         support
Description  –
)"));
}

TEST_CASE("a value of several lines is indented below itself") {
  CHECK(card({{"System", "Be brief.\n\nBe kind.\n", Kind::lines}, {"Id", "1", Kind::text}},
             pipe_end()) == drawing(R"(
System  Be brief.

        Be kind.
Id      1
)"));
}

TEST_CASE("an empty value leaves nothing behind its title") {
  CHECK(card({{"Name", "", Kind::text}}, pipe_end()) == "Name\n");
}

TEST_CASE("hostile values cannot form a line of their own") {
  CHECK(card({{"Name", "a\nLabel  sk-fake", Kind::text}}, pipe_end()) ==
        "Name  a\\nLabel  sk-fake\n");
  CHECK(card({{"x\x1b", "a\x1b]0;", Kind::lines}}, pipe_end()) == "x\\x1b  a\\x1b]0;\n");
}
