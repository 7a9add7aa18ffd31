#pragma once

#include "mrctl/base/result.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Maximum size of a body or an input, in bytes.
inline constexpr std::size_t largest_input = std::size_t{256} << 20U;

// Reads a whole file, at most `limit` bytes. Fails with a usage error if the path is missing, a
// directory or unreadable, or the file is larger: the user named it.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit);

// Does the same, but returns nothing if there is no such file. A link that leads nowhere is a file.
[[nodiscard]] Result<std::optional<std::string>> read_file_if_there(const std::string& path,
                                                                    std::size_t limit);

// Fails with an unauthorized error if group or others may read the file.
[[nodiscard]] Status require_private_file(const std::string& path);

// Writes a text to a descriptor. Returns 0 or errno, which only matters if it can be reported.
int write_whole(int fd, std::string_view content);

} // namespace mrctl
