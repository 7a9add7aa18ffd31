#pragma once

#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"

#include <memory>
#include <string>

namespace mrctl::apply {

// Creates the folder of a target if it is missing, locks it, and removes unfinished files of a
// killed process. Empty folders that were created for it are removed when the lock is released.
// Fails with a conflict if another process holds it, and with an internal error if it cannot be
// created.
[[nodiscard]] Result<std::unique_ptr<LockedRecords>> lock_folder(const std::string& target_folder);

} // namespace mrctl::apply
