#pragma once

#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl {

// A lock that one process at a time holds on a folder (flock(2)). It ends with this object or with
// the process, by kill -9 too, and leaves nothing behind. It binds only those who ask for it.
class FolderLock {
public:
  explicit FolderLock(Descriptor folder) : folder_(std::move(folder)) {}

private:
  Descriptor folder_;
};

// What to do while another process holds the lock.
enum class Busy { wait, refuse };

// Locks a folder, which must exist. Fails with a conflict where another process holds the lock and
// that is refused, and with an internal error where the folder cannot be opened. Where the file
// system knows no such locks (some network file systems) the lock is empty.
[[nodiscard]] Result<FolderLock> lock_folder(const std::string& folder, Busy busy);

} // namespace mrctl
