#pragma once

#include "mrctl/base/lock.hpp"

#include <string>

namespace mrctl::config {

// Waits until no other mrctl is changing files in the folder of a file (links are followed), and
// makes others wait until the lock is destroyed. Creates the folder if it is missing. Fails with a
// usage error if the file is not regular, such as /dev/null.
[[nodiscard]] Result<HeldLock> lock_beside(const std::string& path);

} // namespace mrctl::config
