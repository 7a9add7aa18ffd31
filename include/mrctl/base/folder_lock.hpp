#pragma once

#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl {

// A lock on a folder that one process at a time can hold (flock(2)). It is released when this
// object is destroyed or the process ends, even by kill -9, and leaves nothing behind. It is
// advisory.
class FolderLock {
public:
  explicit FolderLock(Descriptor folder) : folder_(std::move(folder)) {}

private:
  Descriptor folder_;
};

// What to do while another process holds the lock.
enum class Busy { wait, refuse };

// Locks a folder, which must exist. Fails with a conflict if another process holds the lock and
// waiting is not allowed, and with an internal error if the folder cannot be opened. If the file
// system does not support such locks (some network file systems), the lock is empty.
[[nodiscard]] Result<FolderLock> lock_folder(const std::string& folder, Busy busy);

} // namespace mrctl
