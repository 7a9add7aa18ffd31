#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <string_view>

namespace mrctl {

// What the new content survives. Waiting for the disk takes milliseconds for each file.
enum class Durability { end_of_process, loss_of_power };

enum class MissingFolders { make, refuse };

struct Replacement {
  unsigned mode_of_new = 0600; // of a file that does not exist yet, whatever the umask
  Durability durability = Durability::loss_of_power;
  MissingFolders folders = MissingFolders::make;
};

// Replaces the content of a file: all of it or nothing. Whoever reads the file meanwhile, or after
// a full disk, a signal or kill -9, finds the old content or the new content.
//
// - The content goes to a temporary file in the same folder, which is then renamed. Only kill -9
//   can leave that behind; its name is `temporary_file_prefix` and six characters.
// - An existing file keeps its mode, and its owner and group where the process may set them.
// - Missing folders are created with mode 0700, unless they are refused.
// - Links are followed, also to a file that does not exist yet; they stay links.
// - What is not a regular file (a device, a pipe) is never replaced: it is written in place, and so
//   is a file that has no name of its own any more (/proc/self/fd/3).
//
// Fails with an internal error: "cannot write presets/a.json: No space left on device".
[[nodiscard]] Status replace_file(const std::string& path, std::string_view content,
                                  const Replacement& how = {});

// Writes a text to a descriptor. Returns 0 or errno.
[[nodiscard]] int write_whole(int fd, std::string_view content);

inline constexpr std::string_view temporary_file_prefix = ".mrctl-";

// Returns the path that a chain of links leads to, whether a file is there or not; the path itself
// where it is no link, or where the links form a circle.
[[nodiscard]] std::string followed_path(const std::string& path);

// Creates a folder and those above it where they are missing, with mode 0700. Fails with an
// internal error.
[[nodiscard]] Status make_folders(const std::string& folder);

// Returns the folder of a file: "." for a bare name.
[[nodiscard]] std::string folder_of(const std::string& path);

} // namespace mrctl
