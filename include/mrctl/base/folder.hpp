#pragma once

#include "mrctl/base/error.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// A file that a search found, or a folder that it could not read.
struct Found {
  std::string path; // begins as the folder was named; files in "." begin with their own name
  std::optional<Error> failure;
};

// Returns the files in a folder and in those below it whose names end in one of `endings`, name by
// name in the order of bytes, each folder's files where its name stands. Names that begin with a
// dot are left out. Links are followed, and each folder is entered once, so a circle ends. Of what
// is no file, such as a socket, nothing is said; of a link that leads nowhere, reading says it.
[[nodiscard]] std::vector<Found> find_files(const std::string& folder,
                                            std::span<const std::string_view> endings);

} // namespace mrctl
