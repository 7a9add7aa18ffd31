#pragma once

#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The cell of a value as it is; nothing if there is none.
[[nodiscard]] std::optional<output::Cell> plain_cell(std::optional<std::string_view> text);
[[nodiscard]] std::optional<output::Cell> plain_cell(std::optional<NumberView> number);
[[nodiscard]] std::optional<output::Cell> plain_cell(std::optional<bool> value); // "yes", "no"
[[nodiscard]] std::optional<output::Cell>
plain_cell(const std::optional<std::vector<std::string>>& items);
[[nodiscard]] std::optional<output::Cell>
plain_cell(const std::optional<std::vector<std::string_view>>& items);

// Shown to people for a negative price, such as -1, which cannot be compared.
inline constexpr std::string_view not_fixed = "varies";

// The unit of prices per token, as people see them.
inline constexpr std::string_view per_million = "per million tokens";

// Shown to people for a status; the number follows the second.
inline constexpr std::string_view status_ok = "ok";
inline constexpr std::string_view status_degraded = "degraded";

// A price as given, or not_fixed, which has no exact text. Nothing if the text is no decimal number
// (".000003") or one too long to show ("1e400"): such a price is not known, and must not stand in a
// column whose unit it may not have.
[[nodiscard]] std::optional<output::Cell> price_cell(std::optional<NumberView> price);

// Returns the cell of a price of a token, per million tokens and exact.
[[nodiscard]] std::optional<output::Cell> token_price_cell(std::optional<NumberView> price);

// Reads a number of a condition, also as "128k" or "1M"; nothing if it is none.
[[nodiscard]] std::optional<Decimal> number_in_condition(std::string_view value);

// A plain word for one column, or for the span between two.
struct PlainWord {
  std::string_view name;
  std::string_view first;
  std::string_view last;
  std::string_view ends; // of a span, in words
};

[[nodiscard]] std::span<const PlainWord> plain_words();

// Returns nothing if the name is not one of them.
[[nodiscard]] const PlainWord* find_plain_word(std::string_view name);

// Returns the word that was most likely meant, or nothing.
[[nodiscard]] const PlainWord* nearest_plain_word(std::string_view name);

} // namespace mrctl::service
