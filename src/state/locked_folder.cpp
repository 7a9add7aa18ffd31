#include "mrctl/state/locked_folder.hpp"

#include "mrctl/state/location.hpp"

#include "replacing.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::state {

namespace {

namespace fs = std::filesystem;

// Returns the missing parent folders, outermost first.
std::vector<fs::path> missing_folders(const std::string& folder) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, error); at = at.parent_path())
    missing.insert(missing.begin(), at);
  return missing;
}

class Folder final : public LockedFolder {
public:
  Folder(std::string path, int fd, std::vector<fs::path> made)
      : path_(std::move(path)), fd_(fd), made_(std::move(made)) {
    remove_spare_file(fd_);
  }
  // rmdir() removes empty folders only.
  ~Folder() override {
    remove_spare_file(fd_);
    for (auto at = made_.rbegin(); at != made_.rend(); ++at)
      ::rmdir(at->c_str());
    ::close(fd_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Status replace_record(std::string_view slug, const std::optional<std::string>& text) override {
    const auto name = record_name(slug);
    const int error = text ? replace_file_in(fd_, name, *text) : remove(name);
    return status_of(error, record_path(path_, slug));
  }

  // From here on, a signal that ends the process leaves nothing behind.
  Status bring_to_disk() override {
    remove_spare_file(fd_);
    return status_of(::syncfs(fd_) == 0 ? 0 : errno, path_);
  }

  [[nodiscard]] bool is_of(const std::string& folder) const {
    struct stat here {};
    struct stat there {};
    return ::fstat(fd_, &here) == 0 && ::stat(folder.c_str(), &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
  }

private:
  [[nodiscard]] int remove(const std::string& name) const {
    return ::unlinkat(fd_, name.c_str(), 0) == 0 || errno == ENOENT ? 0 : errno;
  }
  static Status status_of(int error, const std::string& path) {
    if (error == 0) return {};
    return fail(Error::io("cannot write", path, error));
  }

  std::string path_;
  int fd_;
  std::vector<fs::path> made_;
};

Error held_by_another(const std::string& folder) {
  return {ErrorKind::conflict,
          fmt::format("another 'mrctl preset apply' is using {}; nothing was sent", folder),
          "wait until it has finished, then run this command again",
          {},
          {}};
}

Result<std::unique_ptr<Folder>> try_to_lock(const std::string& folder) {
  auto made = missing_folders(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(Error::io("cannot create", folder, error.value()));
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return fail(Error::io("cannot open", folder, errno));
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
    return std::make_unique<Folder>(folder, fd, std::move(made));
  const int errno_value = errno;
  ::close(fd);
  return fail(errno_value == EWOULDBLOCK ? held_by_another(folder)
                                         : Error::io("cannot lock", folder, errno_value));
}

} // namespace

// Locks the folder itself, because a lock file would be committed with the records.
Result<std::unique_ptr<LockedFolder>> lock_folder(const std::string& target_folder) {
  for (;;) {
    auto lock = try_to_lock(target_folder);
    if (!lock) return fail(std::move(lock.error()));
    // The previous holder may have removed the empty folder in the meantime.
    if ((*lock)->is_of(target_folder)) return std::unique_ptr<LockedFolder>(*std::move(lock));
  }
}

Status check_writable(const std::string& target_folder) {
  if (::access(target_folder.c_str(), R_OK | W_OK | X_OK) == 0) return {};
  return fail(Error::io("cannot write to the state folder", target_folder, errno)
                  .with_hint("nothing was sent"));
}

} // namespace mrctl::state
