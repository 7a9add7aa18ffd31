#include "mrctl/base/file.hpp"

#include "mrctl/base/descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>

namespace mrctl {

namespace {

constexpr std::size_t piece = 65536; // for files of unknown size

tl::unexpected<Error> cannot_read(const std::string& path, int errno_value) {
  return fail(unreadable(path, errno_value));
}

tl::unexpected<Error> is_not_regular(const std::string& path, std::string_view but = "") {
  return fail(Error::usage(fmt::format("{} is {}not a regular file", path, but)));
}

Result<std::string> read_open_file(const Descriptor& file, const std::string& path,
                                   std::size_t limit) {
  struct stat info {};
  if (::fstat(file.get(), &info) == 0 && S_ISDIR(info.st_mode)) return cannot_read(path, EISDIR);
  std::string content;
  const auto expected = S_ISREG(info.st_mode) ? static_cast<std::size_t>(info.st_size) : 0;
  if (expected > 0) content.resize(std::min(limit, expected) + 1);
  for (std::size_t size = 0;;) {
    if (size == content.size()) content.resize(size + piece);
    const auto count = ::read(file.get(), content.data() + size, content.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(path, errno);
    size += static_cast<std::size_t>(count);
    if (size > limit)
      return fail(Error::usage(fmt::format("{} is larger than {} bytes", path, limit)));
    // Files of unknown size, such as those of /proc, may give less than asked for before they end.
    const bool is_whole = expected > 0 && size == expected && size < content.size();
    if (count > 0 && !is_whole) continue;
    content.resize(size);
    return content;
  }
}

} // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return cannot_read(path, errno);
  return read_open_file(file, path, limit);
}

Result<std::optional<std::string>> read_own_file(const std::string& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  if (file.get() < 0 && is_absence(errno)) return std::nullopt;
  if (file.get() < 0 && errno == ELOOP) return is_not_regular(path, "a link, ");
  if (file.get() < 0 && errno == ENXIO) return is_not_regular(path);
  struct stat info {};
  if (file.get() < 0 || ::fstat(file.get(), &info) != 0) return cannot_read(path, errno);
  if (!S_ISREG(info.st_mode)) return is_not_regular(path);
  return read_open_file(file, path, limit);
}

Error unreadable(const std::string& path, int errno_value) {
  auto error = Error::io("cannot read", path, errno_value);
  error.kind = ErrorKind::usage;
  return error;
}

bool is_absence(int errno_value) {
  return errno_value == ENOENT || errno_value == ENOTDIR;
}

Result<FileKind> kind_of_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0)
    return is_absence(errno) ? Result<FileKind>(FileKind::absent) : cannot_read(path, errno);
  if (S_ISREG(info.st_mode)) return FileKind::regular;
  if (S_ISDIR(info.st_mode)) return FileKind::folder;
  return S_ISFIFO(info.st_mode) ? FileKind::pipe : FileKind::device;
}

Result<std::string> absolute_path(const std::string& path) {
  std::error_code error;
  auto absolute = std::filesystem::absolute(path, error);
  if (error) return fail(Error::io("cannot find", "the current folder", error.value()));
  return absolute.lexically_normal().string();
}

Status require_changeable(const std::string& path) {
  const auto kind = kind_of_file(path);
  if (!kind) return fail(kind.error());
  const auto is = [&](FileKind what) { return *kind == what; };
  if (is(FileKind::absent) || is(FileKind::regular)) return {};
  return fail(Error::usage(fmt::format("{} is a {}, not a file that can be changed", path,
                                       is(FileKind::folder) ? "folder"
                                       : is(FileKind::pipe) ? "pipe"
                                                            : "device")));
}

Status require_private_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return cannot_read(path, errno);
  if (!S_ISREG(info.st_mode) || (info.st_mode & (S_IRWXG | S_IRWXO)) == 0) return {};
  return fail(Error::unauthorized(fmt::format("{} contains a key, and others can read it", path),
                                  fmt::format("chmod 600 {}", path)));
}

int write_whole(int fd, std::string_view content) {
  while (!content.empty()) {
    const auto count = ::write(fd, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

} // namespace mrctl
