#include "cells.hpp"

#include <utility>

namespace mrctl::service {

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

std::optional<output::Cell> plain_cell(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return output::Cell{.text = *text, .exact = *text};
}

std::optional<output::Cell> plain_cell(const std::optional<Number>& number) {
  if (!number) return std::nullopt;
  return output::Cell{.text = number->text, .exact = number->text, .unit = output::Unit::one};
}

std::optional<output::Cell> plain_cell(std::optional<bool> value) {
  if (!value) return std::nullopt;
  return *value ? output::Cell{.text = "yes", .exact = "true"}
                : output::Cell{.text = "no", .exact = "false"};
}

std::optional<output::Cell> plain_cell(const std::optional<std::vector<std::string>>& items) {
  if (!items) return std::nullopt;
  auto text = join(*items);
  return output::Cell{.text = text, .exact = text, .items = *items};
}

std::optional<output::Cell> price_cell(const std::optional<Number>& price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value) return std::nullopt;
  // Programs would take its text for a price.
  if (value->is_negative()) return output::Cell{.text = std::string(not_fixed)};
  return output::Cell{.text = price->text, .exact = price->text, .unit = output::Unit::one};
}

std::optional<output::Cell> token_price_cell(const std::optional<Number>& price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value || value->is_negative()) return price_cell(price);
  return output::Cell{
      .text = value->shifted(million).text(), .exact = price->text, .unit = output::Unit::million};
}

} // namespace mrctl::service
