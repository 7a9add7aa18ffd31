#pragma once

#include <cstddef>
#include <string_view>

namespace mrctl {

// Returns how many bytes the first character of a text takes, or 0 if it is not valid UTF-8: cut
// off, too long a form, a surrogate, or beyond U+10FFFF (RFC 3629). The text must not be empty.
[[nodiscard]] std::size_t length_of_character(std::string_view text);

} // namespace mrctl
