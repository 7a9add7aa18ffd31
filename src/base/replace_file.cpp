#include "mrctl/base/replace_file.hpp"

#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/signal_block.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <thread>

namespace mrctl {

namespace {

using Facts = struct stat;

constexpr int most_links = 40; // the limit of Linux
constexpr mode_t permissions = S_IRWXU | S_IRWXG | S_IRWXO;

bool is_same_file(const std::optional<Facts>& one, const std::optional<Facts>& other) {
  return one && other && one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

tl::unexpected<Error> cannot_write(const std::string& path, int errno_value) {
  return fail(Error::io("cannot write", path, errno_value));
}

// Nothing if there is no such file.
Result<std::optional<Facts>> facts_of(const std::string& path) {
  Facts facts{};
  if (::stat(path.c_str(), &facts) == 0) return facts;
  return is_absence(errno) ? Result<std::optional<Facts>>(std::nullopt) : cannot_write(path, errno);
}

// Opens a pipe when somebody reads it, who may be about to start; nothing else needs to wait.
Result<Descriptor> open_in_place(const std::string& path, mode_t mode) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(5);
  Descriptor file(-1);
  for (;;) {
    file = Descriptor(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (file.get() >= 0) break;
    if (errno != ENXIO || !S_ISFIFO(mode)) return cannot_write(path, errno);
    if (Clock::now() >= deadline)
      return fail(Error::internal(fmt::format("cannot write {}: nobody reads this pipe", path)));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) < 0)
    return cannot_write(path, errno);
  return file;
}

Status write_in_place(const std::string& path, mode_t mode, std::string_view content) {
  return open_in_place(path, mode).and_then([&](const Descriptor& file) -> Status {
    if (const int error = write_whole(file.get(), content); error != 0)
      return cannot_write(path, error);
    return {};
  });
}

// Only root may change the owner; others can keep the group if they are members.
void keep_owner(int fd, const Facts& old) {
  if (::fchown(fd, old.st_uid, old.st_gid) == 0) return;
  [[maybe_unused]] const int ignored = ::fchown(fd, static_cast<uid_t>(-1), old.st_gid);
}

// Returns 0 or errno.
int fill(int fd, std::string_view content, const std::optional<Facts>& old,
         const Replacement& how) {
  if (const int error = write_whole(fd, content); error != 0) return error;
  if (old) keep_owner(fd, *old);
  if (::fchmod(fd, old ? old->st_mode & permissions : how.mode_of_new) != 0) return errno;
  return how.durability == Durability::loss_of_power && ::fsync(fd) != 0 ? errno : 0;
}

// The file is in place by now, so a failure to sync its folder is not an error.
void write_names(const std::string& folder) {
  const Descriptor names(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (names.get() >= 0) ::fsync(names.get());
}

Status replace_whole(const std::string& target, std::string_view content,
                     const std::optional<Facts>& old, const Replacement& how) {
  const auto folder = folder_of(target);
  const SignalBlock undisturbed; // always removes the temporary file, which may contain a key
  auto temporary = folder + "/" + std::string(temporary_file_prefix) + "XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return cannot_write(target, errno);
  auto error = fill(file.get(), content, old, how);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    return cannot_write(target, error);
  }
  if (how.durability == Durability::loss_of_power) write_names(folder);
  return {};
}

} // namespace

Status replace_file(const std::string& path, std::string_view content, const Replacement& how) {
  const auto named = facts_of(path);
  if (!named) return fail(named.error());
  const auto target = followed_path(path);
  if (!target) return fail(target.error());
  const auto old = facts_of(*target);
  if (!old) return fail(old.error());
  if (*named && (!S_ISREG((*named)->st_mode) || !is_same_file(*named, *old)))
    return write_in_place(path, (*named)->st_mode, content);
  if (how.folders == MissingFolders::make)
    if (auto made = make_folders(folder_of(*target)); !made) return made;
  return replace_whole(*target, content, *old, how);
}

Result<std::string> followed_path(const std::string& path) {
  std::filesystem::path target(path);
  for (int links = 0; links < most_links; ++links) {
    std::error_code error;
    const auto next = std::filesystem::read_symlink(target, error);
    if (error.value() == EINVAL || is_absence(error.value())) return target.string();
    if (error) return cannot_write(path, error.value());
    target = target.parent_path() / next;
  }
  return path;
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

Status make_folders(const std::string& folder) {
  const auto found = facts_of(folder);
  if (!found) return fail(found.error());
  if (*found) return {};
  if (const auto above = folder_of(folder); above != folder)
    if (auto made = make_folders(above); !made) return made;
  if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
  return fail(Error::io("cannot create", folder, errno));
}

} // namespace mrctl
