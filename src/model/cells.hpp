#pragma once

#include "mrctl/model/cell.hpp"
#include "mrctl/model/number.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::model {

// Cells of the ordinary kinds; nothing where there is no value.
[[nodiscard]] std::optional<Cell> text_cell(const std::optional<std::string>& text);
[[nodiscard]] std::optional<Cell> number_cell(const std::optional<Number>& number);
[[nodiscard]] std::optional<Cell> boolean_cell(std::optional<bool> value); // "yes", "no"
[[nodiscard]] std::optional<Cell> list_cell(const std::optional<std::vector<std::string>>& items);

// A price as given, and "varies" for -1.
[[nodiscard]] std::optional<Cell> price_cell(const std::optional<Number>& price);

// The same with the text a million tokens, exactly.
[[nodiscard]] std::optional<Cell> token_price_cell(const std::optional<Number>& price);

} // namespace mrctl::model
