#include "mrctl/base/lock.hpp"

#include "mrctl/base/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace mrctl {

namespace {

// Returns 0 or errno.
int lock(int fd, Busy busy) {
  const int operation = busy == Busy::refuse ? LOCK_EX | LOCK_NB : LOCK_EX;
  while (::flock(fd, operation) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

Error held_by_another(const std::string& folder) {
  auto error = Error::usage(fmt::format("another mrctl is changing files in {}", folder),
                            "run this command again when it has finished");
  error.kind = ErrorKind::conflict;
  return error;
}

tl::unexpected<Error> cannot_lock_file(const std::string& path) {
  return fail(Error::io("cannot write", path, errno));
}

Result<bool> is_still_at(const std::string& path, const Descriptor& file) {
  struct stat here {};
  struct stat there {};
  if (::fstat(file.get(), &here) != 0) return cannot_lock_file(path);
  if (::stat(path.c_str(), &there) != 0)
    return is_absence(errno) ? Result<bool>(false) : cannot_lock_file(path);
  return here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

} // namespace

Result<HeldLock> lock_folder(const std::string& folder, Busy busy) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0) return fail(Error::io("cannot lock", folder, errno));
  if (lock(opened.get(), busy) == EWOULDBLOCK) return fail(held_by_another(folder));
  return HeldLock(std::move(opened));
}

Result<HeldLock> lock_file(const std::string& path, unsigned mode_of_new) {
  for (;;) {
    Descriptor opened(::open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, mode_of_new));
    if (opened.get() < 0) return cannot_lock_file(path);
    lock(opened.get(), Busy::wait);
    const auto is_current = is_still_at(path, opened);
    if (!is_current) return fail(is_current.error());
    if (*is_current) return HeldLock(std::move(opened));
  }
}

} // namespace mrctl
