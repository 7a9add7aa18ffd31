#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_records.hpp"
#include "mrctl/apply/locks.hpp"
#include "mrctl/base/error.hpp"

#include <memory>

namespace mrctl::apply {

// Returns the records of a target on a branch, to change them by pushes. Fails with a conflict if
// another run holds them.
[[nodiscard]] Result<std::unique_ptr<LockedRecords>> lock_branch(const Whereabouts& where,
                                                                 const Locking& how);

} // namespace mrctl::apply
