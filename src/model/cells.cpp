#include "cells.hpp"

#include <utility>

namespace mrctl::model {

namespace {

constexpr int million = 6; // as a power of ten

std::string join(const std::vector<std::string>& items) {
  std::string out;
  for (const auto& item : items) {
    if (!out.empty()) out += ' ';
    out += item;
  }
  return out;
}

} // namespace

std::optional<Decimal> Cell::number() const {
  if (unit == Unit::none) return std::nullopt;
  const auto value = Decimal::parse(exact);
  return value && unit == Unit::million ? value->shifted(million) : value;
}

std::string Cell::rounded() const {
  const auto value = rounding == Rounding::none ? std::nullopt : Decimal::parse(text);
  if (!value) return text;
  if (rounding == Rounding::four_digits) return value->rounded_to_digits(4).text();
  auto out = value->rounded_to_decimals(2).text();
  const auto point = out.find('.');
  if (point == std::string::npos) return out + ".00";
  return out + std::string(point + 3 - out.size(), '0');
}

std::optional<Cell> plain_cell(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return Cell{.text = *text, .exact = *text};
}

std::optional<Cell> plain_cell(const std::optional<Number>& number) {
  if (!number) return std::nullopt;
  return Cell{.text = number->text, .exact = number->text, .unit = Unit::one};
}

std::optional<Cell> plain_cell(std::optional<bool> value) {
  if (!value) return std::nullopt;
  return *value ? Cell{.text = "yes", .exact = "true"} : Cell{.text = "no", .exact = "false"};
}

std::optional<Cell> plain_cell(const std::optional<std::vector<std::string>>& items) {
  if (!items) return std::nullopt;
  auto text = join(*items);
  return Cell{.text = text, .exact = text, .items = *items};
}

std::optional<Cell> price_cell(const std::optional<Number>& price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value) return std::nullopt;
  // Programs would take its text for a price.
  if (value->is_negative()) return Cell{.text = std::string(not_fixed)};
  return Cell{.text = price->text, .exact = price->text, .unit = Unit::one};
}

std::optional<Cell> token_price_cell(const std::optional<Number>& price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value || value->is_negative()) return price_cell(price);
  return Cell{.text = value->shifted(million).text(), .exact = price->text, .unit = Unit::million};
}

} // namespace mrctl::model
