#pragma once

#include "mrctl/base/decimal.hpp"

#include <optional>
#include <string>

namespace mrctl {

// Returns by how many percent of `from` the numbers differ, with a minus where `to` is smaller:
// "20", "-12.5". Exact where the decimals end, else rounded to 12 of them: "33.333333333333".
// Nothing where `from` is zero. Of numbers with more than 1,000 digits, decimals end at 12.
[[nodiscard]] std::optional<std::string> percentage(const Decimal& from, const Decimal& to);

} // namespace mrctl
