#pragma once

#include <cstddef>
#include <string_view>

namespace mrctl::document {

// Returns the size of the quoted text at the beginning, its quotes included; 0 if nothing closes
// it. A backslash in double quotes escapes, and a doubled single quote is one.
[[nodiscard]] std::size_t size_of_quoted(std::string_view text);

} // namespace mrctl::document
