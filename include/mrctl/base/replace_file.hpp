#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <string_view>

namespace mrctl {

// What the new content survives. Syncing takes milliseconds per file.
enum class Durability { end_of_process, loss_of_power };

enum class MissingFolders { make, refuse };

struct Replacement {
  unsigned mode_of_new = 0600; // of a file that does not exist yet, regardless of the umask
  Durability durability = Durability::loss_of_power;
  MissingFolders folders = MissingFolders::make;
};

// Replaces the content of a file: all of it or nothing. A reader always finds the old or the new
// content, even after a full disk, a signal or kill -9.
//
// - The content goes to a temporary file in the same folder, which is then renamed. Only kill -9
//   can leave it behind; its name is `temporary_file_prefix` and six characters.
// - An existing file keeps its mode, and its owner and group if the process may set them.
// - Missing folders are created with mode 0700, unless that is not allowed.
// - Links are followed, also to a file that does not exist yet; they stay links.
// - A file that is not regular (a device, a pipe) is written in place, never replaced. So is a file
//   that no longer has a name (/proc/self/fd/3). A pipe that nobody reads within five seconds is a
//   failure.
//
// Fails with an internal error: "cannot write presets/a.json: No space left on device".
[[nodiscard]] Status replace_file(const std::string& path, std::string_view content,
                                  const Replacement& how = {});

inline constexpr std::string_view temporary_file_prefix = ".mrctl-";

// Returns the path that a chain of links leads to, whether or not a file exists there; the path
// itself if it is not a link, or if the links form a cycle. Fails with an internal error if the
// system cannot say whether there is a link.
[[nodiscard]] Result<std::string> followed_path(const std::string& path);

// Creates a folder and its missing parents, with mode 0700. Fails with an internal error.
[[nodiscard]] Status make_folders(const std::string& folder);

// Returns the folder of a file: "." for a bare name.
[[nodiscard]] std::string folder_of(const std::string& path);

} // namespace mrctl
