#pragma once

#include "mrctl/output/cell.hpp"
#include "mrctl/service/number.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The cell of a value as it is; nothing if there is none.
[[nodiscard]] std::optional<output::Cell> plain_cell(const std::optional<std::string>& text);
[[nodiscard]] std::optional<output::Cell> plain_cell(const std::optional<Number>& number);
[[nodiscard]] std::optional<output::Cell> plain_cell(std::optional<bool> value); // "yes", "no"
[[nodiscard]] std::optional<output::Cell>
plain_cell(const std::optional<std::vector<std::string>>& items);

// Shown to people for a negative price, such as -1, which cannot be compared.
inline constexpr std::string_view not_fixed = "varies";

// Shown to people for a status; the number follows the second.
inline constexpr std::string_view status_ok = "ok";
inline constexpr std::string_view status_degraded = "degraded";

// A price as given, or not_fixed, which has no exact text. Nothing if the text is no decimal number
// (".000003") or one too long to show ("1e400"): such a price is not known, and must not stand in a
// column whose unit it may not have.
[[nodiscard]] std::optional<output::Cell> price_cell(const std::optional<Number>& price);

// The same per million tokens, exact.
[[nodiscard]] std::optional<output::Cell> token_price_cell(const std::optional<Number>& price);

} // namespace mrctl::service
