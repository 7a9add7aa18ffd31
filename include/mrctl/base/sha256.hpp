#pragma once

#include <string>
#include <string_view>

namespace mrctl {

// Returns the SHA-256 of the bytes as 64 hexadecimal digits, in lower case.
[[nodiscard]] std::string sha256(std::string_view bytes);

inline constexpr std::size_t sha256_digits = 64;

} // namespace mrctl
