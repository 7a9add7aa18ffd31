#pragma once

#include "mrctl/base/folder_lock.hpp"

#include <optional>
#include <string>

namespace mrctl::config {

// Waits until no other mrctl changes files in the folder of a file, after links are followed, and
// keeps others waiting for as long as the lock lives. Creates the folder where it is missing. There
// is no lock for what is no regular file, such as /dev/null.
[[nodiscard]] Result<std::optional<FolderLock>> lock_beside(const std::string& path);

} // namespace mrctl::config
