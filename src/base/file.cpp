#include "mrctl/base/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace mrctl {

namespace {

class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

private:
  int fd_;
};

// Holds back what would end the process: a signal that comes meanwhile is met when it is over.
class Undisturbed {
public:
  Undisturbed() {
    sigset_t ending;
    sigemptyset(&ending);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      sigaddset(&ending, number);
    pthread_sigmask(SIG_BLOCK, &ending, &before_);
  }
  Undisturbed(const Undisturbed&) = delete;
  Undisturbed& operator=(const Undisturbed&) = delete;
  ~Undisturbed() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_{};
};

tl::unexpected<Error> cannot_read(const std::string& path, int errno_value) {
  auto error = Error::io("cannot read", path, errno_value);
  error.kind = ErrorKind::usage;
  return fail(std::move(error));
}

Status write_whole(int fd, std::string_view content, unsigned mode, const std::string& path) {
  while (!content.empty()) {
    const auto count = ::write(fd, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(Error::io("cannot write", path, errno));
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  if (::fchmod(fd, mode) != 0 || ::fsync(fd) != 0)
    return fail(Error::io("cannot write", path, errno));
  return {};
}

Status make_parent_folders(const std::string& path) {
  const auto parent = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (parent.empty() || std::filesystem::exists(parent, error)) return {};
  const auto previous = ::umask(S_IRWXG | S_IRWXO);
  std::filesystem::create_directories(parent, error);
  ::umask(previous);
  if (error) return fail(Error::io("cannot create", parent.string(), error.value()));
  return {};
}

// A link stays a link: what it points to is written.
std::string target_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_symlink(path, error)) return path;
  const auto target = std::filesystem::canonical(path, error);
  return error ? path : target.string();
}

} // namespace

Result<std::string> read_file(const std::string& path, std::size_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return cannot_read(path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) == 0 && S_ISDIR(info.st_mode)) return cannot_read(path, EISDIR);
  std::string content;
  if (S_ISREG(info.st_mode))
    content.reserve(std::min(limit, static_cast<std::size_t>(info.st_size)) + 1);
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto count = ::read(file.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_read(path, errno);
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > limit)
      return fail(Error::usage(fmt::format("{} is larger than {} bytes", path, limit)));
  }
}

Status write_file_atomically(const std::string& path, std::string_view content, unsigned mode) {
  if (auto made = make_parent_folders(path); !made) return made;
  const auto target = target_of(path);
  const Undisturbed whole; // no temporary file is left, which may hold a key
  auto temporary = target + ".XXXXXX";
  const Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return fail(Error::io("cannot write", path, errno));
  const auto result = write_whole(file.get(), content, mode, path);
  if (result && ::rename(temporary.c_str(), target.c_str()) == 0) return {};
  const int errno_value = errno;
  ::unlink(temporary.c_str());
  return result ? fail(Error::io("cannot write", path, errno_value)) : result;
}

Status require_private_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return cannot_read(path, errno);
  if (!S_ISREG(info.st_mode) || (info.st_mode & (S_IRWXG | S_IRWXO)) == 0) return {};
  return fail(Error::unauthorized(fmt::format("{} holds a key and others can read it", path),
                                  fmt::format("chmod 600 {}", path)));
}

} // namespace mrctl
