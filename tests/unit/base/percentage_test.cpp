#include "mrctl/base/decimal.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>

using namespace mrctl;

namespace {

std::string percent(const std::string& from, const std::string& to) {
  return percentage(*Decimal::parse(from), *Decimal::parse(to)).value_or("none");
}

} // namespace

TEST_CASE("a percentage has at most two decimals, and no zeros at its end") {
  CHECK(percent("0.0000025", "0.000003") == "20");
  CHECK(percent("2", "1") == "-50");
  CHECK(percent("8", "9") == "12.5");
  CHECK(percent("3", "4") == "33.33");
  CHECK(percent("3", "2") == "-33.33");
  CHECK(percent("3", "5") == "66.67");
  CHECK(percent("4", "0") == "-100");
  CHECK(percent("1", "12345678901234567890") == "1234567890123456788900");
  CHECK(percent("1e-1000", "3e-1000") == "200");
}

TEST_CASE("a half is rounded away from zero, by the exact value") {
  CHECK(percent("100", "100.005") == "0.01");
  CHECK(percent("100", "99.995") == "-0.01");
  CHECK(percent("100", "100.00499999999999999999999") == "0");
  CHECK(percent("800", "801.0004") == "0.13");
  CHECK(percent("-100", "-100.005") == "0.01");
}

TEST_CASE("a difference that rounds to nothing has no sign") {
  CHECK(percent("0.89", "0.89") == "0");
  CHECK(percent("7", "6.99999999999999") == "0");
  CHECK(percent("1e-30", "1.0000000000000000001e-30") == "0");
}

TEST_CASE("nothing is a percentage of zero") {
  CHECK(percent("0", "1") == "none");
  CHECK(percent("0.00", "0") == "none");
}

TEST_CASE("numbers of a great many digits still have a percentage") {
  const std::string many(2000, '9');
  CHECK(percent(many, many + "0") == "900");
  CHECK(percent("1" + std::string(1999, '0') + "7", many) == "0");
}

TEST_CASE("percentages of small numbers are those of whole-number arithmetic") {
  std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same numbers in every run
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t from = 1 + static_cast<std::int64_t>(random() % 9999);
    const std::int64_t to = static_cast<std::int64_t>(random() % 9999);
    const auto difference = to < from ? from - to : to - from;
    const auto hundredths = (difference * 20000 + from) / (2 * from);
    CAPTURE(from);
    CAPTURE(to);
    CHECK(percent(std::to_string(from), std::to_string(to)) ==
          Decimal::parse((to < from ? "-" : "") + std::to_string(hundredths))->shifted(-2).text());
  }
}
