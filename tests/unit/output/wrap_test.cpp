#include "mrctl/output/text.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;
using Lines = std::vector<std::string>;

TEST_CASE("a text that fits is one line") {
  CHECK(wrapped("one two", 7) == Lines{"one two"});
  CHECK(wrapped("", 7) == Lines{""});
  CHECK(wrapped("  x ", 4) == Lines{"  x "});
}

TEST_CASE("a text is broken at spaces, which go") {
  CHECK(wrapped("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrapped("one two three", 8) == Lines{"one two", "three"});
  CHECK(wrapped("one   two", 4) == Lines{"one", "two"});
  CHECK(wrapped("one two   ", 7) == Lines{"one two"});
}

TEST_CASE("a word longer than a line is broken inside") {
  CHECK(wrapped("abcdefgh", 3) == Lines{"abc", "def", "gh"});
  CHECK(wrapped("a bcdefgh", 3) == Lines{"a", "bcd", "efg", "h"});
  CHECK(wrapped("  abcdef", 4) == Lines{"  ab", "cdef"});
}

TEST_CASE("a list without spaces is broken behind its commas") {
  CHECK(wrapped(R"(a: {"b":1,"c":2})", 12) == Lines{R"(a: {"b":1,)", R"("c":2})"});
}

TEST_CASE("further lines may be indented") {
  CHECK(wrapped("one two three", 7, 2) == Lines{"one two", "  three"});
  CHECK(wrapped("abcdefgh", 4, 2) == Lines{"abcd", "  ef", "  gh"});
  CHECK(wrapped("abcd", 2, 4) == Lines{"ab", "    cd"});
}

TEST_CASE("no further line is a command to a CI service") {
  CHECK(wrapped("a ::error::b", 9) == Lines{"a", R"(\x3a:erro)", "r::b"});
  CHECK(wrapped("abc::error", 3) == Lines{"abc", R"(\x3a:e)", "rro", "r"});
  CHECK(wrapped("a ::1 std::x", 5) == Lines{"a ::1", "std::", "x"});
}

TEST_CASE("wide characters are not cut, and marks stay with their letter") {
  CHECK(wrapped("東京東", 3) == Lines{"東", "京", "東"});
  CHECK(wrapped("e\u0301e\u0301e\u0301", 2) == Lines{"e\u0301e\u0301", "e\u0301"});
  CHECK(wrapped("東京", 1) == Lines{"東", "京"});
}

TEST_CASE("no line is wider than the width") {
  for (std::size_t width = 2; width < 20; ++width)
    for (const auto& line : wrapped("the quick 東京 brown-fox-jumps over  the lazy 🚀 dog", width))
      CHECK(display_width(line) <= width);
}

// If the rest of a text were measured for each line, this would take hours.
TEST_CASE("a text of megabytes takes as long as it is") {
  std::string text;
  for (int i = 0; i < 1'500'000; ++i)
    text += "é";
  CHECK(wrapped(text, 80).size() == 18'750);
}
