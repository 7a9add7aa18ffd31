#include "mrctl/base/decimal.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using mrctl::parse_double;

TEST_CASE("plain digits give the nearest double") {
  CHECK(parse_double("0") == 0.0);
  CHECK(parse_double("0.1") == 0.1);
  CHECK(parse_double("-2.5e-3") == -0.0025);
  CHECK(parse_double("1E+5") == 100000.0);
  CHECK(parse_double("1.") == 1.0);
  CHECK(parse_double(".5") == 0.5);
  CHECK(parse_double("179769313486231570" + std::string(291, '0')) ==
        std::numeric_limits<double>::max());
  CHECK(parse_double("5e-324") == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("only as many characters are read as the text has") {
  CHECK(parse_double(std::string_view("1.25").substr(0, 3)) == 1.2);
}

TEST_CASE("what is no plain number is none") {
  for (const auto* text : {"", " ", " 1", "1 ", "+1", "-", ".", "e5", "1e", "1.2.3", "1-2", "0x10",
                           "inf", "nan", "1_000", "1,5"})
    CHECK_FALSE(parse_double(text));
}

TEST_CASE("a number beyond the range of a double is none") {
  CHECK_FALSE(parse_double("1e400"));
  CHECK_FALSE(parse_double("-1e400"));
  CHECK_FALSE(parse_double("1" + std::string(400, '0')));
  CHECK_FALSE(parse_double("1e-400"));
}
