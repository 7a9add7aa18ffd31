#include "mrctl/output/problem.hpp"
#include "mrctl/output/text.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

Place place(std::size_t column, std::string text, std::size_t underline = 1) {
  return {"a.yaml", 12, column, std::move(text), underline};
}

} // namespace

TEST_CASE("a mark stands below what is meant") {
  CHECK(excerpt(place(14, "temperature: 3"), pipe_end()) == drawing(R"(
   12 | temperature: 3
      |              ^
)"));
  CHECK(excerpt(place(1, "temprature: 3", 10), pipe_end()) == drawing(R"(
   12 | temprature: 3
      | ^~~~~~~~~~
)"));
}

TEST_CASE("columns are code points, and the mark is placed by display width") {
  CHECK(excerpt(place(7, "東京: \"x\"", 1), pipe_end()) == drawing(R"(
   12 | 東京: "x"
      |         ^
)"));
  CHECK(excerpt(place(1, "東京: 1", 2), pipe_end()) == drawing(R"(
   12 | 東京: 1
      | ^~~~
)"));
}

TEST_CASE("tabs and controls take the room in which they are shown") {
  CHECK(excerpt(place(3, "\ta\x1b: 1"), pipe_end()) == drawing(R"(
   12 |     a\x1b: 1
      |      ^~~~
)"));
}

TEST_CASE("a place behind the end of the line is marked there") {
  CHECK(excerpt(place(99, "ab\r\n"), pipe_end()) == drawing(R"(
   12 | ab
      |   ^
)"));
}

TEST_CASE("a long line is cut around the mark, however long it is") {
  const std::string long_line = std::string(5'000'000, 'a') + "X" + std::string(5'000'000, 'b');
  const auto drawn = excerpt(place(5'000'001, long_line), terminal_of(40));
  CHECK(drawn == drawing(R"(
   12 | …aaaaaaaaaaaaaaaXbbbbbbbbbbbbbb…
      |                 ^
)"));
}

TEST_CASE("a line of which only a part is there is drawn as the whole one would be") {
  const std::string around = std::string(500, 'a') + "X" + std::string(500, 'b');
  const Place whole = place(1'000'501, std::string(1'000'000, 'a') + around);
  Place part = place(1'000'501, around);
  part.first_column = 1'000'001;
  for (const auto& terminal : {terminal_of(40), terminal_of(1000), pipe_end()})
    CHECK(excerpt(part, terminal) == excerpt(whole, terminal));
  CHECK(excerpt(part, terminal_of(1000)).find("…a") != std::string::npos);
}

TEST_CASE("a line that fits is not cut, wherever the mark stands") {
  CHECK(excerpt(place(29, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaX"), terminal_of(38)) == drawing(R"(
   12 | aaaaaaaaaaaaaaaaaaaaaaaaaaaaX
      |                             ^
)"));
}

TEST_CASE("tabs, wide characters and emoji in front keep the mark below what is meant") {
  CHECK(excerpt(place(5, "\t日😀\tx: 1", 1), pipe_end()) == drawing(R"(
   12 |     日😀    x: 1
      |             ^
)"));
}

TEST_CASE("no excerpt is wider than the terminal") {
  const std::string line(300, 'a');
  for (const std::size_t column : {1U, 17U, 150U, 299U, 300U})
    for (const std::size_t underline : {1U, 50U, 300U}) {
      CAPTURE(column);
      CAPTURE(underline);
      const auto drawn = excerpt(place(column, line, underline), terminal_of(60));
      const auto middle = drawn.find('\n');
      CHECK(display_width(drawn.substr(0, middle)) <= 60);
      CHECK(display_width(drawn.substr(middle + 1, drawn.size() - middle - 2)) <= 60);
    }
}

TEST_CASE("a place without a line or a column has no excerpt") {
  CHECK(excerpt({"a.yaml", 0, 0, "", 1}, pipe_end()).empty());
  CHECK(excerpt({"a.yaml", 3, 0, "x", 1}, pipe_end()).empty());
}
