#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// Returns "1 endpoint", "2 endpoints".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

} // namespace mrctl
