#include "mrctl/apply/locks.hpp"

#include "mrctl/apply/branch_records.hpp"
#include "mrctl/apply/locked_folder.hpp"

#include <utility>

namespace mrctl::apply {

Result<std::unique_ptr<LockedRecords>> lock_target(const Whereabouts& where,
                                                   const std::string& folder, const Locking& how) {
  return where.branch ? lock_branch(where, how) : lock_folder(folder);
}

Result<Locks> lock_records(const Whereabouts& where, const std::vector<std::string>& paths,
                           const Locking& how) {
  for (const auto& path : paths)
    TRY(check_not_searched(where, path));
  TRY_ASSIGN(const auto folders, target_folders_of(where, paths));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
    auto lock = lock_target(where, folder, how);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (where.branch || lock.error().kind == ErrorKind::conflict)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Locks& locks, const std::set<std::string>& folders) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : folders)
    TRY(locks.held.at(folder)->check_writable());
  return {};
}

} // namespace mrctl::apply
