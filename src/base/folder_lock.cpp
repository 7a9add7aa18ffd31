#include "mrctl/base/folder_lock.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>

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

} // namespace

Result<FolderLock> lock_folder(const std::string& folder, Busy busy) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0) return fail(Error::io("cannot lock", folder, errno));
  if (lock(opened.get(), busy) == EWOULDBLOCK) return fail(held_by_another(folder));
  return FolderLock(std::move(opened));
}

} // namespace mrctl
