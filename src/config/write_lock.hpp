#pragma once

#include "mrctl/base/folder_lock.hpp"

#include <optional>
#include <string>

namespace mrctl::config {

// Waits until no other mrctl is changing files in the folder of a file (links are followed), and
// makes others wait until the lock is destroyed. Creates the folder if it is missing. A file that
// is not regular, such as /dev/null, is not locked.
[[nodiscard]] Result<std::optional<FolderLock>> lock_beside(const std::string& path);

} // namespace mrctl::config
