#include "replacing.hpp"

#include "mrctl/base/file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace mrctl::apply {

namespace {

constexpr const char* spare_name = ".unfinished";
constexpr mode_t file_mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
constexpr mode_t all_modes = 07777;

struct SpareFile {
  int fd = -1;
  off_t size = 0; // of what is in it
};

mode_t mode_of_new_files() {
  static const mode_t mode = [] {
    const auto mask = ::umask(0);
    ::umask(mask);
    return file_mode & ~mask;
  }();
  return mode;
}

// Whoever opens the file while it is leased waits until it is closed. The kernel says so by a
// signal; this one is ignored.
bool is_open_here_only(int fd) {
  return ::fcntl(fd, F_SETSIG, SIGURG) == 0 && ::fcntl(fd, F_SETLEASE, F_WRLCK) == 0;
}

// Whether the file can serve as a new one: nobody would notice that its content changes.
bool is_as_new(int fd, const struct stat& info) {
  if (info.st_size == 0) return true;
  return S_ISREG(info.st_mode) && info.st_nlink == 1 && info.st_uid == ::geteuid() &&
         (info.st_mode & all_modes) == mode_of_new_files() && is_open_here_only(fd);
}

int open_spare(int folder, int more_flags) {
  return ::openat(folder, spare_name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | more_flags,
                  file_mode);
}

// A negative descriptor leaves the reason in errno.
SpareFile take_spare(int folder) {
  const int fd = open_spare(folder, 0);
  struct stat info {};
  if (fd < 0 || (::fstat(fd, &info) == 0 && is_as_new(fd, info))) return {fd, info.st_size};
  ::close(fd);
  remove_spare_file(folder);
  return {open_spare(folder, O_EXCL), 0};
}

// A network file system may report only on closing that it is full.
int fill(const SpareFile& spare, std::string_view content) {
  int error = write_whole(spare.fd, content);
  const auto size = static_cast<off_t>(content.size());
  if (error == 0 && size < spare.size && ::ftruncate(spare.fd, size) != 0) error = errno;
  return ::close(spare.fd) != 0 && error == 0 ? errno : error;
}

// Exchanging is not possible where there is no such file yet, and on some file systems.
int put_in_place(int folder, const char* name) {
  if (::renameat2(folder, spare_name, folder, name, RENAME_EXCHANGE) == 0) return 0;
  return ::renameat(folder, spare_name, folder, name) == 0 ? 0 : errno;
}

} // namespace

// The replaced file becomes the spare one: removing a file takes longer than all the rest
// (docs/decisions/0012).
int replace_file_in(int folder, const std::string& name, std::string_view content) {
  const auto spare = take_spare(folder);
  if (spare.fd < 0) return errno;
  int error = fill(spare, content);
  if (error == 0) error = put_in_place(folder, name.c_str());
  if (error != 0) remove_spare_file(folder);
  return error;
}

int remove_spare_file(int folder) {
  return ::unlinkat(folder, spare_name, 0) == 0 || errno == ENOENT ? 0 : errno;
}

} // namespace mrctl::apply
