#include "mrctl/render/records.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl::render;

namespace {

Records sample() {
  return {{"tag", "note"},
          {{"plain", std::nullopt}, {"a,b", "say \"hi\""}, {"two\nlines", "tab\tand\x1b"}}};
}

} // namespace

TEST_CASE("csv quotes what needs it, doubles quotes, and leaves null empty") {
  CHECK(csv(sample()) ==
        "tag,note\nplain,\n\"a,b\",\"say \"\"hi\"\"\"\n\"two\nlines\",tab\\tand\\x1b\n");
}

TEST_CASE("csv of nothing but quotes is quoted right") {
  CHECK(csv({{"a"}, {{"\"\""}}}, Names::hidden) == "\"\"\"\"\"\"\n");
}

TEST_CASE("a value in tsv can hold neither a tab nor a line break") {
  CHECK(tsv(sample(), Names::hidden) == "plain\t\na,b\tsay \"hi\"\ntwo\\nlines\ttab\\tand\\x1b\n");
}

TEST_CASE("markdown escapes what would be markup") {
  CHECK(markdown({{"a_b", "c"}, {{"x|y", "<b>`*[z]"}, {std::nullopt, "1"}}}) == drawing(R"(
| a_b | c |
| --- | --- |
| x\|y | \<b\>\`\*\[z\] |
|  | 1 |
)"));
}
