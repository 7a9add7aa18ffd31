#include "cells.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include <array>

namespace mrctl::service {

namespace {

constexpr int million = 6; // as a power of ten

template <class Text>
output::Cell list_cell(const std::vector<Text>& items) {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += ' ';
    text += item;
  }
  return {.text = text, .exact = text, .items = {items.begin(), items.end()}};
}

constexpr std::array plain_rows{
    PlainWord{"price", "prompt", "completion", "prompt and completion"},
    PlainWord{"latency", "latency_p50", "latency_p99", "p50 and p99"},
    PlainWord{"throughput", "throughput_p50", "throughput_p99", "p50 and p99"},
    PlainWord{"uptime", "uptime_1d", "uptime_1d", {}},
};

constexpr auto plain_names = names_of(plain_rows);

} // namespace

std::optional<output::Cell> plain_cell(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  return output::Cell{.text = std::string(*text), .exact = std::string(*text)};
}

std::optional<output::Cell> plain_cell(std::optional<NumberView> number) {
  if (!number) return std::nullopt;
  const std::string text(number->text);
  return output::Cell{.text = text, .exact = text, .unit = output::Unit::one};
}

std::optional<output::Cell> plain_cell(std::optional<bool> value) {
  if (!value) return std::nullopt;
  return *value ? output::Cell{.text = "yes", .exact = "true"}
                : output::Cell{.text = "no", .exact = "false"};
}

std::optional<output::Cell> plain_cell(const std::optional<std::vector<std::string>>& items) {
  return items ? std::optional(list_cell(*items)) : std::nullopt;
}

std::optional<output::Cell> plain_cell(const std::optional<std::vector<std::string_view>>& items) {
  return items ? std::optional(list_cell(*items)) : std::nullopt;
}

std::optional<output::Cell> price_cell(std::optional<NumberView> price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value) return std::nullopt;
  // Programs would take its text for a price.
  if (value->is_negative()) return output::Cell{.text = std::string(not_fixed)};
  return plain_cell(price);
}

std::optional<output::Cell> token_price_cell(std::optional<NumberView> price) {
  const auto value = price ? price->price() : std::nullopt;
  if (!value || value->is_negative()) return price_cell(price);
  return output::Cell{.text = value->shifted(million).text(),
                      .exact = std::string(price->text),
                      .unit = output::Unit::million};
}

std::span<const PlainWord> plain_words() {
  return plain_rows;
}

const PlainWord* find_plain_word(std::string_view name) {
  return find_row(plain_rows, &PlainWord::name, name);
}

const PlainWord* nearest_plain_word(std::string_view name) {
  return find_plain_word(nearest_word(name, plain_names));
}

std::optional<Decimal> number_in_condition(std::string_view value) {
  const auto read = read_quantity(value);
  const auto unit = read ? lower_case(read->unit) : std::string();
  auto number = read ? Decimal::of(*read) : std::nullopt;
  if (!number || unit.empty()) return number;
  return unit == "k"   ? std::optional(number->shifted(3))
         : unit == "m" ? std::optional(number->shifted(6))
                       : std::nullopt;
}

} // namespace mrctl::service
