#pragma once

#include "mrctl/plan/plan.hpp"

#include <string_view>

namespace mrctl::render {

// Returns an explanation of an action whose name is not enough; else empty.
[[nodiscard]] std::string_view remark_on(const plan::Planned& preset);

} // namespace mrctl::render
