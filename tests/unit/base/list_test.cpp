#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

#include <cstdint>

using namespace mrctl;

using Parts = std::vector<std::string_view>;

TEST_CASE("a text has one part more than it has separators") {
  CHECK(split("a,b,", ',') == Parts{"a", "b", ""});
  CHECK(split("", ',') == Parts{""});
}

TEST_CASE("a line break at the end of a text does not start another line") {
  CHECK(lines_in("a\n\nb\n") == Parts{"a", "", "b"});
  CHECK(lines_in("a\nb") == Parts{"a", "b"});
  CHECK(lines_in("\n") == Parts{""});
  CHECK(lines_in("").empty());
}

TEST_CASE("a list names the first ones and says how many more there are") {
  CHECK(listed(Parts{"a", "b", "c"}, 3) == "a, b, c");
  CHECK(listed(Parts{"a", "b", "c"}, 1, "; ") == "a and 2 more");
  CHECK(listed(Parts{"a", "b", "c"}, 2, "; ") == "a; b and 1 more");
  CHECK(listed(Parts{}, 2).empty());
}

TEST_CASE("only a whole text of digits within the type is a number") {
  CHECK(number_in<int>("42") == 42);
  CHECK(number_in<int>("-42") == -42);
  for (const auto* text : {"", " 1", "1 ", "+1", "1.0", "0x1"})
    CHECK(number_in<int>(text) == std::nullopt);
  CHECK(number_in<std::uint16_t>("65536") == std::nullopt);
  CHECK(number_in<unsigned>("-1") == std::nullopt);
}

TEST_CASE("a shell reads a quoted text as it is") {
  CHECK(shell_quoted("a $b") == "'a $b'");
  CHECK(shell_quoted("it's") == R"('it'\''s')");
  CHECK(shell_quoted("").size() == 2);
}
