#pragma once

#include "mrctl/compare/records.hpp"

#include "record_comparison.hpp"

#include <string_view>

namespace mrctl::compare {

// Compares the members of two objects `pricing`, given as JSON text, that no column describes.
// Decimals are prices, but for `discount`; anything else that differs is price-other. Overrides are
// paired by their conditions, and the prices of one that came or went are compared with those that
// hold without it.
[[nodiscard]] RecordChanges changes_of_prices(std::string_view before, std::string_view after);

} // namespace mrctl::compare
