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

// Does the same with a file that mrctl wrote itself; nothing if there is none. Fails with a usage
// error for a link and for whatever else is no regular file, and never waits for one.
[[nodiscard]] Result<std::optional<std::string>> read_own_file(const std::string& path,
                                                               std::size_t limit);

// Returns "cannot read PATH: Permission denied", a usage error: the user named it.
[[nodiscard]] Error unreadable(const std::string& path, int errno_value);

// What a path leads to; links are followed.
enum class FileKind { absent, regular, folder, pipe, device };

// Returns whether an error of the system says that there is no such file. Any other error leaves
// open whether there is one.
[[nodiscard]] bool is_absence(int errno_value);

// Fails with a usage error if the system cannot say it: "cannot read config.toml: Permission
// denied".
[[nodiscard]] Result<FileKind> kind_of_file(const std::string& path);

// Fails with a usage error unless the path leads to a regular file, or to none: "/dev/null is a
// device, not a file that can be changed".
[[nodiscard]] Status require_changeable(const std::string& path);

// Returns the path as an absolute one. Fails with an internal error if the current folder is not
// known.
[[nodiscard]] Result<std::string> absolute_path(const std::string& path);

// Fails with an unauthorized error if group or others may read the file.
[[nodiscard]] Status require_private_file(const std::string& path);

// Writes a text to a descriptor. Returns 0 or errno, which only matters if it can be reported.
int write_whole(int fd, std::string_view content);

} // namespace mrctl
