#pragma once

#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl {

// A lock on a file or folder that one process at a time can hold (flock(2)). It is released when
// this object is destroyed or the process ends, even by kill -9. It is advisory.
class HeldLock {
public:
  explicit HeldLock(Descriptor locked) : locked_(std::move(locked)) {}

private:
  Descriptor locked_;
};

// What to do while another process holds the lock.
enum class Busy { wait, refuse };

// Locks a folder, which must exist. Fails with a conflict if another process holds the lock and
// waiting is not allowed, and with an internal error if the folder cannot be opened. If the file
// system does not support such locks (some network file systems), the lock is empty.
[[nodiscard]] Result<HeldLock> lock_folder(const std::string& folder, Busy busy);

// Waits for the lock on a file, which is created with that mode if it is missing. Whoever holds the
// lock may replace the file; then others wait for the new one. Fails with an internal error if the
// file cannot be opened for reading.
[[nodiscard]] Result<HeldLock> lock_file(const std::string& path, unsigned mode_of_new);

} // namespace mrctl
