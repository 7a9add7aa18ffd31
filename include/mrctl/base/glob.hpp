#pragma once

#include <string_view>

namespace mrctl {

// Returns whether a pattern matches the whole text: in it, "*" stands for any characters, and "?"
// for any one byte.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

} // namespace mrctl
