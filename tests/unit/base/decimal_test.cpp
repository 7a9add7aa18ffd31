#include "mrctl/base/decimal.hpp"

#include <doctest/doctest.h>

#include <string>

using mrctl::Decimal;

namespace {

struct DecimalText {
  std::string_view text;
  std::string_view expected;
};

Decimal number(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  REQUIRE_MESSAGE(parsed.has_value(), std::string(text));
  return *parsed;
}

} // namespace

TEST_CASE("a decimal prints as plain digits without superfluous zeros") {
  const DecimalText spellings[] = {
      {"0.0000025", "0.0000025"},
      {"2.5e-6", "0.0000025"},
      {"1e-7", "0.0000001"},
      {"0.10", "0.1"},
      {"100", "100"},
      {"1E5", "100000"},
      {"1e+2", "100"},
      {"-1", "-1"},
      {"+1.50", "1.5"},
      {"-0", "0"},
      {"-0.000", "0"},
      {"0e900", "0"},
      {"123456789012345678901234567890.000000000000000000001",
       "123456789012345678901234567890.000000000000000000001"},
  };
  for (const auto& row : spellings)
    CHECK_MESSAGE(number(row.text).text() == row.expected, std::string(row.text));
}

TEST_CASE("what is no JSON number is no decimal") {
  for (const std::string_view text :
       {"",    "-",        "+",      ".5",      "5.",
        "1e",  "1e+",      "0x10",   "1,5",     "1 ",
        " 1",  "1.2.3",    "--1",    "01",      "-00.1",
        "NaN", "Infinity", "1e1001", "1e-1001", "1e99999999999999999999",
        "１"})
    CHECK_MESSAGE(!Decimal::parse(text), std::string(text));
}

TEST_CASE("the largest exponents are exact") {
  CHECK(number("1e1000").text() == "1" + std::string(1000, '0'));
  CHECK(number("1e-1000").text() == "0." + std::string(999, '0') + "1");
}

TEST_CASE("shifting by six turns a price a token into a price a million tokens") {
  CHECK(number("0.0000025").shifted(6).text() == "2.5");
  CHECK(number("0.0000001").shifted(6).text() == "0.1");
  CHECK(number("15").shifted(6).text() == "15000000");
  CHECK(number("-1.25").shifted(-2).text() == "-0.0125");
  CHECK(number("0").shifted(6).text() == "0");
}

TEST_CASE("decimals are ordered by value, not by spelling") {
  const std::string_view ascending[] = {"-10", "-9.5", "-9",  "-1e-9", "0",  "1e-9",  "0.09",
                                        "0.1", "0.25", "0.3", "9",     "10", "10.01", "1e3"};
  for (std::size_t i = 0; i < std::size(ascending); ++i)
    for (std::size_t j = 0; j < std::size(ascending); ++j)
      CHECK_MESSAGE((number(ascending[i]) <=> number(ascending[j])) == (i <=> j),
                    std::string(ascending[i]), " and ", std::string(ascending[j]));
}

TEST_CASE("spellings of one value are equal") {
  CHECK(number("1.50") == number("15e-1"));
  CHECK(number("-0") == number("0.0"));
  CHECK(number("0").shifted(3) == number("0"));
}

TEST_CASE("sign, zero and the approximation agree with the value") {
  CHECK(number("-0.5").is_negative());
  CHECK_FALSE(number("-0").is_negative());
  CHECK(number("0.0").is_zero());
  CHECK_FALSE(number("1e-1000").is_zero());
  CHECK(number("-2.5e-3").approximate() == -0.0025);
}

TEST_CASE("sums and products are exact") {
  CHECK((number("0.1") + number("0.2")).text() == "0.3");
  CHECK((number("999") + number("1")).text() == "1000");
  CHECK((number("1e30") + number("1e-3")).text() == "1000000000000000000000000000000.001");
  CHECK((number("0") + number("-2")).text() == "-2");
  CHECK((number("-5") + number("3")).text() == "-2");
  CHECK((number("5") + number("-3.5")).text() == "1.5");
  CHECK((number("1000") + number("-0.01")).text() == "999.99");
  CHECK((number("-7") + number("-8")).text() == "-15");
  CHECK((number("2.5") + number("-2.5")).is_zero());
  CHECK((number("0.00000015") * number("128000")).text() == "0.0192");
  CHECK((number("99999") * number("99999")).text() == "9999800001");
  CHECK((number("-2") * number("0.5")).text() == "-1");
  CHECK((number("-2") * number("-3")).text() == "6");
  CHECK((number("12345678901234567890") * number("98765432109876543210")).text() ==
        "1219326311370217952237463801111263526900");
  CHECK((number("0") * number("1e900")).is_zero());
}

TEST_CASE("rounding goes to the nearest, and a half away from zero") {
  CHECK(number("99.67730332459791").rounded_to_decimals(2).text() == "99.68");
  CHECK(number("99.995").rounded_to_decimals(2).text() == "100");
  CHECK(number("-0.005").rounded_to_decimals(2).text() == "-0.01");
  CHECK(number("0.0049").rounded_to_decimals(2).text() == "0");
  CHECK(number("0.0001").rounded_to_decimals(2).text() == "0");
  CHECK(number("30351.36").rounded_to_digits(4).text() == "30350");
  CHECK(number("0.00012345").rounded_to_digits(4).text() == "0.0001235");
  CHECK(number("9999.5").rounded_to_digits(4).text() == "10000");
  CHECK(number("182").rounded_to_digits(4).text() == "182");
  CHECK(number("0").rounded_to_digits(4).text() == "0");
}

TEST_CASE("a quantity has a sign, digits, an exponent and what is behind them") {
  const auto parts = [](std::string_view text) {
    const auto read = mrctl::read_quantity(text);
    if (!read) return std::string("none");
    std::string out;
    for (const auto part :
         {read->sign, read->whole, read->point, read->fraction, read->exponent, read->unit})
      out.append("|").append(part);
    return out;
  };
  CHECK(parts("-1.5e+3ms") == "|-|1|.|5|e+3|ms");
  CHECK(parts("+.5 USD") == "|+||.|5|| USD");
  CHECK(parts("007.") == "||007|.|||");
  CHECK(parts("2exa") == "||2||||exa");
  CHECK(parts("1h30m") == "||1||||h30m");
  for (const auto* text : {"", "-", ".", "e5", "ms", " 1", "--1"})
    CHECK(parts(text) == "none");
}

TEST_CASE("a number as people and YAML write it becomes one of JSON") {
  for (const auto& [given, wanted] : {std::pair{".5", "0.5"},
                                      {"+7", "7"},
                                      {"-.25", "-0.25"},
                                      {"3.", "3.0"},
                                      {"007", "7"},
                                      {"+1.e5", "1.0e5"},
                                      {"2e-6", "2e-6"},
                                      {"0", "0"}})
    CHECK(mrctl::json_number(given) == wanted);
  for (const auto* text :
       {"", ".", "+", "-.", "1e", "1e+", "0,5", "1 ", " 1", "1.2.3", "0x10", "e5"})
    CHECK_FALSE(mrctl::json_number(text).has_value());
}
