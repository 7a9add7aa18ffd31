#pragma once

#include "mrctl/base/decimal.hpp"

#include <optional>
#include <string>

namespace mrctl {

// Returns the difference in percent of `from`, negative if `to` is smaller: "20", "-12.5". Exact if
// the decimals end, otherwise rounded to 12 decimals: "33.333333333333". Nothing if `from` is zero.
// Numbers with more than 1,000 digits are always rounded.
[[nodiscard]] std::optional<std::string> percentage(const Decimal& from, const Decimal& to);

} // namespace mrctl
