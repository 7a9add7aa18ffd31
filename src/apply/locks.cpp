#include "mrctl/apply/locks.hpp"

#include <utility>

namespace mrctl::apply {

Result<Locks> lock_records(const Whereabouts& where, const std::vector<std::string>& paths) {
  for (const auto& path : paths)
    TRY(check_not_searched(where, path));
  TRY_ASSIGN(const auto folders, target_folders_of(where, paths));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
    auto lock = lock_folder(folder);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind == ErrorKind::conflict)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Locks& locks, const std::set<std::string>& folders) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : folders)
    TRY(check_writable(folder));
  return {};
}

} // namespace mrctl::apply
