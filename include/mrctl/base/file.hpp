#pragma once

#include "mrctl/base/result.hpp"

#include <cstddef>
#include <string>

namespace mrctl {

// Maximum size of a body or an input, in bytes.
inline constexpr std::size_t largest_input = std::size_t{256} << 20U;

// Reads a whole file, at most `limit` bytes. Fails with a usage error if the path is missing, a
// directory or unreadable, or the file is larger: the user named it.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit);

// Fails with an unauthorized error if group or others may read the file.
[[nodiscard]] Status require_private_file(const std::string& path);

} // namespace mrctl
