#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include <string>
#include <vector>

namespace mrctl::git {

// Returns whether files below the top of the repository, by their paths there, are what a commit
// holds as git sees them: with its line ends and filters applied. A file that the commit lacks is
// not.
[[nodiscard]] Result<bool> are_as_committed(const Repository& repository, const Objects& objects,
                                            const std::string& commit,
                                            const std::vector<std::string>& paths);

} // namespace mrctl::git
