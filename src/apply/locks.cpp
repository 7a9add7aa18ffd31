#include "mrctl/apply/locks.hpp"

#include <utility>

namespace mrctl::apply {

Result<Locks> lock_records(const RecordsPlace& where, const std::vector<std::string>& paths,
                           const Locking& how) {
  TRY(where.store->check_not_searched(paths));
  TRY_ASSIGN(const auto folders, where.store->folders_of(where.target, paths));
  TRY(where.store->check_not_forgotten(where.target, paths).map_error([](Error error) {
    error.message += "; nothing was sent";
    return error;
  }));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
    auto lock = where.store->lock(where.target, folder, how);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind != ErrorKind::internal)
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
