#include "write_lock.hpp"

#include "mrctl/base/replace_file.hpp"

#include <filesystem>

namespace mrctl::config {

Result<std::optional<FolderLock>> lock_beside(const std::string& path) {
  std::error_code ignored;
  const bool is_there = std::filesystem::exists(path, ignored);
  if (is_there && !std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  const auto folder = folder_of(followed_path(path));
  if (auto made = make_folders(folder); !made) return fail(std::move(made.error()));
  return lock_folder(folder, Busy::wait).map([](FolderLock lock) {
    return std::optional(std::move(lock));
  });
}

} // namespace mrctl::config
