#include "mrctl/base/text.hpp"
#include "mrctl/output/alignment.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl::output;

namespace {

std::string marked_lines(std::string_view from, std::string_view to) {
  std::string out;
  for (const auto& line : changed_lines(from, to)) {
    constexpr std::string_view marks = " -+.";
    out += marks[static_cast<std::size_t>(line.kind)];
    out += std::string(line.text) + "|";
  }
  return out;
}

} // namespace

TEST_CASE("changed lines stand with one line around them, and the others are left out") {
  CHECK(marked_lines("a\nb\nc\nd\ne\nf\ng", "a\nb\nc\nD\ne\nf\ng") == ".| c|-d|+D| e|.|");
  CHECK(marked_lines("Be brief.", "Be brief and kind.") == "-Be brief.|+Be brief and kind.|");
  CHECK(marked_lines("a", "a\nb") == " a|+b|");
}

TEST_CASE("a line break at the end begins no line") {
  CHECK(mrctl::lines_in("a\n\nb\n").size() == 3);
  CHECK(mrctl::lines_in("").empty());
  CHECK(marked_lines("a", "a\n") == ".|");
}
