#pragma once

#include "mrctl/base/error.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// A file that a search found, or a folder that it could not read.
struct FoundFile {
  std::string path;    // begins as the folder was named; files in "." begin with their own name
  int errno_value = 0; // why the folder cannot be read, else 0
};

// Returns the failure to read a folder that was found.
[[nodiscard]] Error failure_of(const FoundFile& folder);

// Returns the files in a folder and in those below it whose names end in one of `endings`, in the
// order of the bytes of their paths. Names that begin with "." or "_" are left out, of folders too.
// Links to files are followed, links to folders are not. Anything that is not a file, such as a
// socket, is skipped; a dangling link is returned, and reading it fails.
[[nodiscard]] std::vector<FoundFile> find_files(const std::string& folder,
                                                std::span<const std::string_view> endings);

} // namespace mrctl
