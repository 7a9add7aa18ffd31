#pragma once

#include "mrctl/render/chart.hpp"

#include <optional>
#include <vector>

namespace mrctl::render {

// What the longest bar stands for.
struct Scale {
  Decimal most;
  double whole = 0;
};

[[nodiscard]] Scale scale_of(const std::vector<std::optional<Extent>>& bars);

// Returns how much of the scale the value takes: between 0 and 1, also where a double can't hold
// the numbers.
[[nodiscard]] double share(const Decimal& value, const Scale& scale);

// Whether there is a bar that can be drawn.
[[nodiscard]] bool can_be_drawn(const std::optional<Extent>& bar);

} // namespace mrctl::render
