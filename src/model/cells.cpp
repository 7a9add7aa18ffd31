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

std::optional<Cell> text_cell(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return Cell{.text = *text, .exact = *text};
}

std::optional<Cell> number_cell(const std::optional<Number>& number) {
  if (!number) return std::nullopt;
  return Cell{.text = number->text, .exact = number->text, .number = number->value()};
}

std::optional<Cell> boolean_cell(std::optional<bool> value) {
  if (!value) return std::nullopt;
  return *value ? Cell{.text = "yes", .exact = "true"} : Cell{.text = "no", .exact = "false"};
}

std::optional<Cell> list_cell(const std::optional<std::vector<std::string>>& items) {
  if (!items) return std::nullopt;
  auto text = join(*items);
  return Cell{.text = text, .exact = text, .items = *items};
}

std::optional<Cell> price_cell(const std::optional<Number>& price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value) return std::nullopt;
  // Programs would take its text for a price.
  if (value->is_negative()) return Cell{.text = std::string(not_fixed)};
  return Cell{.text = price->text, .exact = price->text, .number = value};
}

std::optional<Cell> token_price_cell(const std::optional<Number>& price) {
  auto cell = price_cell(price);
  if (!cell || !cell->number) return cell;
  cell->number = cell->number->shifted(million);
  cell->text = cell->number->text();
  return cell;
}

} // namespace mrctl::model
