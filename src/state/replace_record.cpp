#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/state/store.hpp"

#include "unfinished.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mrctl::state {

namespace {

constexpr mode_t file_mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

// Returns 0 or errno. A network file system may report only on closing that it is full.
int write_new(const std::string& path, std::string_view content) {
  const int fd =
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, file_mode);
  if (fd < 0) return errno;
  const int error = write_whole(fd, content);
  return ::close(fd) != 0 && error == 0 ? errno : error;
}

// Returns 0 or errno.
int put(const std::string& path, std::string_view content) {
  const auto unfinished = unfinished_file(folder_of(path));
  int error = write_new(unfinished, content);
  if (error == 0 && ::rename(unfinished.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(unfinished.c_str());
  return error;
}

// Returns 0 or errno.
int remove(const std::string& path) {
  return ::unlink(path.c_str()) == 0 || errno == ENOENT ? 0 : errno;
}

} // namespace

Status replace_record(const std::string& path, const std::optional<std::string>& text) {
  const int error = text ? put(path, *text) : remove(path);
  if (error == 0) return {};
  return fail(Error::io("cannot write", path, error));
}

Status bring_to_disk(const std::string& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() >= 0 && ::syncfs(file.get()) == 0) return {};
  return fail(Error::io("cannot write", folder, errno));
}

} // namespace mrctl::state
