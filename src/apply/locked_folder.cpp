#include "mrctl/apply/locked_folder.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"

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

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

// Returns the missing parent folders, outermost first.
Result<std::vector<fs::path>> missing_folders(const std::string& folder) {
  std::vector<fs::path> missing;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    const auto kind = kind_of_file(at.string());
    if (!kind) return fail(kind.error());
    if (*kind != FileKind::absent) break;
    missing.insert(missing.begin(), at);
  }
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
    if (is_in_place().value_or(false))
      for (auto at = made_.rbegin(); at != made_.rend(); ++at)
        ::rmdir(at->c_str());
    ::close(fd_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Status replace_record(std::string_view slug, const std::optional<std::string>& text) override {
    const auto name = record_name(slug);
    if (auto checked = check_place(); !checked) return checked;
    const int error = text ? replace_file_in(fd_, name, *text) : remove(name);
    return status_of(error, record_path(path_, slug));
  }

  Status bring_to_disk() override {
    remove_spare_file(fd_); // from here on, a signal that ends the process leaves nothing behind
    if (auto checked = check_place(); !checked) return checked;
    return status_of(::syncfs(fd_) == 0 ? 0 : errno, path_);
  }

  // Whether the folder at the path is still the one that is locked.
  [[nodiscard]] Result<bool> is_in_place() const {
    struct stat here {};
    struct stat there {};
    const bool is_there = ::fstat(fd_, &here) == 0 && ::lstat(path_.c_str(), &there) == 0;
    if (!is_there && !is_absence(errno)) return fail(Error::io("cannot read", path_, errno));
    return is_there && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
  }

private:
  [[nodiscard]] int remove(const std::string& name) const {
    return ::unlinkat(fd_, name.c_str(), 0) == 0 || errno == ENOENT ? 0 : errno;
  }
  [[nodiscard]] Status check_place() const {
    const auto is_own = is_in_place();
    if (!is_own) return fail(is_own.error());
    if (*is_own) return {};
    return fail(Error::internal(fmt::format(
        "cannot write to the state folder {}: it was moved or replaced in the meantime", path_)));
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
  if (!made) return fail(std::move(made.error()));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(Error::io("cannot create", folder, error.value()));
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return fail(Error::io("cannot open", folder, errno));
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
    return std::make_unique<Folder>(folder, fd, *std::move(made));
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
    const auto is_own = (*lock)->is_in_place();
    if (!is_own) return fail(is_own.error());
    if (*is_own) return std::unique_ptr<LockedFolder>(*std::move(lock));
  }
}

Status check_writable(const std::string& target_folder) {
  if (::access(target_folder.c_str(), R_OK | W_OK | X_OK) == 0) return {};
  return fail(Error::io("cannot write to the state folder", target_folder, errno)
                  .with_hint("nothing was sent"));
}

} // namespace mrctl::apply
