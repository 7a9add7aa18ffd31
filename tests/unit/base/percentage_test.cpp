#include "mrctl/base/decimal.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>

using namespace mrctl;

namespace {

std::string percent(const std::string& from, const std::string& to) {
  return percentage(*Decimal::parse(from), *Decimal::parse(to)).value_or("none");
}

} // namespace

TEST_CASE("a percentage that ends is exact") {
  CHECK(percent("0.0000025", "0.000003") == "20");
  CHECK(percent("2", "1") == "-50");
  CHECK(percent("8", "9") == "12.5");
  CHECK(percent("0.89", "0.89") == "0");
  CHECK(percent("4", "0") == "-100");
  CHECK(percent("1", "12345678901234567890") == "1234567890123456788900");
  CHECK(percent("65536", "65537") == "0.00152587890625");
  CHECK(percent("1e-30", "1.0000000000000000001e-30") == "0.00000000000000001");
  CHECK(percent("1048576", "1048577") == "0.000095367431640625");
}

TEST_CASE("a percentage without end has 12 decimals, the last one rounded") {
  CHECK(percent("3", "4") == "33.333333333333");
  CHECK(percent("3", "2") == "-33.333333333333");
  CHECK(percent("3", "5") == "66.666666666667");
  CHECK(percent("300000000000001", "600000000000002") == "100");
  CHECK(percent("7", "6.99999999999999") == "-0.000000000000");
  CHECK(percent("300000000000000", "599999999999999") == "100.000000000000");
}

TEST_CASE("nothing is a percentage of zero") {
  CHECK(percent("0", "1") == "none");
  CHECK(percent("0.00", "0") == "none");
}

TEST_CASE("numbers of a great many digits still have a percentage") {
  const std::string many(2000, '9');
  CHECK(percent(many, many + "0") == "900");
  CHECK(percent("1" + std::string(1999, '0') + "7", many).find('.') != std::string::npos);
}

TEST_CASE("percentages of small numbers are those of whole-number arithmetic") {
  std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same numbers in every run
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t from = 1 + static_cast<std::int64_t>(random() % 9999);
    const std::int64_t to = static_cast<std::int64_t>(random() % 9999);
    const std::int64_t scaled = (to - from) * 100;
    const auto whole = (scaled < 0 ? -scaled : scaled) / from;
    const auto text = percent(std::to_string(from), std::to_string(to));
    CAPTURE(from);
    CAPTURE(to);
    const auto digits = text.substr(text.starts_with('-') ? 1 : 0);
    const auto point = digits.find('.');
    CHECK((scaled % from == 0) == (point == std::string::npos));
    const auto shown = std::stoll(digits.substr(0, point));
    CHECK((shown == whole || (shown == whole + 1 && digits.ends_with(".000000000000"))));
    CHECK(text.starts_with('-') == (scaled < 0));
  }
}
