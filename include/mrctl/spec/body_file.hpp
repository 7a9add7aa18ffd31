#pragma once

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::spec {

// The endings of the names of files that hold a body, in any case.
inline constexpr std::array<std::string_view, 3> body_endings{".json", ".yaml", ".yml"};

[[nodiscard]] inline bool has_body_ending(std::string_view name) {
  const auto lower = lower_case(name);
  return std::ranges::any_of(body_endings,
                             [&](std::string_view ending) { return lower.ends_with(ending); });
}

} // namespace mrctl::spec
