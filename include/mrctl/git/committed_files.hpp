#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include <string>
#include <vector>

namespace mrctl::git {

// Returns which files below the top of the repository, by their paths there, are not what a commit
// holds as git sees them, with its line ends and filters applied, or are not in it.
[[nodiscard]] Result<std::vector<std::string>>
uncommitted_files(const Repository& repository, const Objects& objects, const std::string& commit,
                  const std::vector<std::string>& paths);

} // namespace mrctl::git
