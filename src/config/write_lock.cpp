#include "write_lock.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/replace_file.hpp"

namespace mrctl::config {

Result<HeldLock> lock_beside(const std::string& path) {
  if (auto changeable = require_changeable(path); !changeable)
    return fail(std::move(changeable.error()));
  const auto target = followed_path(path);
  if (!target) return fail(target.error());
  const auto folder = folder_of(*target);
  if (auto made = make_folders(folder); !made) return fail(std::move(made.error()));
  return lock_folder(folder, Busy::wait);
}

} // namespace mrctl::config
