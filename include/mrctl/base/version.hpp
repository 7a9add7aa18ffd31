#pragma once

#include <string_view>

namespace mrctl {

// Returns the version of the program: "0.1.0".
[[nodiscard]] std::string_view version();

} // namespace mrctl
