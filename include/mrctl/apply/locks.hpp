#pragma once

#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mrctl::apply {

// The locks of folders of records, or why one failed, which matters only if something is to be
// written.
struct Locks {
  std::map<std::string, std::unique_ptr<LockedRecords>> held{}; // by the paths of the folders
  std::optional<Error> failure{};
};

// Locks the folders of the records of presets at the paths. Fails with a conflict if another
// process holds one, and if the folders cannot be found.
[[nodiscard]] Result<Locks> lock_records(const RecordsPlace& where,
                                         const std::vector<std::string>& paths,
                                         const Locking& how = {});

// Fails if records in these folders cannot be written.
[[nodiscard]] Status check_records(const Locks& locks, const std::set<std::string>& folders);

} // namespace mrctl::apply
