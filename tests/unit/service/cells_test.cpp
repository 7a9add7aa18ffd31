#include "../../../src/service/cells.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

NumberView number(std::string_view text) {
  return {text};
}

} // namespace

TEST_CASE("a price a token is shown a million tokens, exactly, and kept as given") {
  const auto cell = token_price_cell(number("0.00000250"));
  CHECK(cell->text == "2.5");
  CHECK(cell->exact == "0.00000250");
  CHECK(cell->number() == Decimal::parse("2.5"));
}

TEST_CASE("a price in scientific notation is shown in plain digits") {
  CHECK(token_price_cell(number("1.5e-07"))->text == "0.15");
}

TEST_CASE("a price of -1 varies, and has no number to compare by") {
  for (const auto& cell : {token_price_cell(number("-1")), price_cell(number("-1.0"))}) {
    CHECK(cell->text == "varies");
    CHECK_FALSE(cell->number());
  }
  CHECK(price_cell(number("-1"))->exact.empty());
}

TEST_CASE("any negative price varies") {
  CHECK(token_price_cell(number("-0.000001"))->text == "varies");
  CHECK(price_cell(number("-0"))->number() == Decimal::parse("0"));
}

TEST_CASE("a price that is not a decimal number is not known") {
  for (const auto* text : {".000003", "00.3", "3.", "free", "", "1e-2000", "0x1", "1,5"}) {
    CAPTURE(text);
    CHECK_FALSE(token_price_cell(number(text)));
    CHECK_FALSE(price_cell(number(text)));
  }
}

TEST_CASE("a price of more than 40 characters is not known") {
  const std::string longest = "0." + std::string(37, '0') + "1";
  CHECK(price_cell(number(longest))->number() == Decimal::parse(longest));
  for (const auto& text : {std::string("1e400"), std::string("-1e400"), std::string("1e-400"),
                           std::string(41, '9'), "0." + std::string(38, '0') + "1"}) {
    CAPTURE(text);
    CHECK_FALSE(token_price_cell(number(text)));
    CHECK_FALSE(price_cell(number(text)));
  }
}

TEST_CASE("a value that is not there has no cell") {
  CHECK_FALSE(plain_cell(std::optional<std::string>()));
  CHECK_FALSE(plain_cell(std::optional<NumberView>()));
  CHECK_FALSE(plain_cell(std::optional<bool>()));
  CHECK_FALSE(plain_cell(std::optional<std::vector<std::string>>()));
  CHECK_FALSE(token_price_cell({}));
}

TEST_CASE("a list is joined by spaces and keeps its items") {
  const auto cell = plain_cell(std::optional(std::vector<std::string>{"tools", "seed"}));
  CHECK(cell->exact == "tools seed");
  CHECK(cell->items == std::vector<std::string>{"tools", "seed"});
}

TEST_CASE("booleans are words for people and JSON's words for programs") {
  CHECK(plain_cell(std::optional(true))->text == "yes");
  CHECK(plain_cell(std::optional(false))->exact == "false");
}
