#include "mrctl/base/descriptor.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/state/store.hpp"

#include "unfinished.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace mrctl::state {

namespace {

constexpr mode_t file_mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

// Returns 0 or errno. A file system on another machine may say when it is closed that it is full.
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

Status make(const Change& change) {
  int error = 0;
  if (change.content)
    error = put(change.path, *change.content);
  else if (::unlink(change.path.c_str()) != 0 && errno != ENOENT)
    error = errno;
  if (error == 0) return {};
  return fail(Error::io("cannot write", change.path, error));
}

} // namespace

std::vector<Status> replace_files(std::span<const Change> changes) {
  std::vector<Status> outcomes;
  std::transform(changes.begin(), changes.end(), std::back_inserter(outcomes), make);
  return outcomes;
}

Status bring_to_disk(const std::string& folder) {
  const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file.get() >= 0 && ::syncfs(file.get()) == 0) return {};
  return fail(Error::io("cannot write", folder, errno));
}

} // namespace mrctl::state
