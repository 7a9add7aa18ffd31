#pragma once

#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"

#include <memory>
#include <string>

namespace mrctl::apply {

// Puts the records of a state folder, of all its targets, on the branch, and returns those that
// were not there. Fails with a usage error if the folder has no records or one is broken, and with
// a conflict that names each record that the branch has otherwise; then none is written.
[[nodiscard]] Result<ListedRecords> import_records(const std::shared_ptr<const StateBranch>& branch,
                                                   const std::string& folder, const Locking& how);

} // namespace mrctl::apply
