#pragma once

#include "mrctl/output/chart.hpp"

#include <optional>
#include <vector>

namespace mrctl::output {

// The value of the longest bar.
struct Scale {
  Decimal most;
  double whole = 0;
};

[[nodiscard]] Scale scale_of(const std::vector<std::optional<Extent>>& bars);

// Returns the value's share of the scale, between 0 and 1, even if a double cannot represent the
// numbers.
[[nodiscard]] double share(const Decimal& value, const Scale& scale);

// Whether any bar can be drawn.
[[nodiscard]] bool can_be_drawn(const std::optional<Extent>& bar);

} // namespace mrctl::output
