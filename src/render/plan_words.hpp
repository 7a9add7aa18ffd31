#pragma once

#include "mrctl/plan/plan.hpp"

#include <string_view>

namespace mrctl::render {

// Returns what is to be said of an action that its name does not tell; empty where that is nothing.
[[nodiscard]] std::string_view remark_on(const plan::Planned& preset);

} // namespace mrctl::render
