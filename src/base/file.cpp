#include "mrctl/base/file.hpp"

#include "mrctl/base/ending_signals.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

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

// Returns the folder of a path if there is no such folder, else nothing.
std::string missing_folder(const std::string& path) {
  auto folder = std::filesystem::path(path).parent_path().string();
  struct stat info {};
  const bool is_missing = !folder.empty() && ::stat(folder.c_str(), &info) != 0 && errno == ENOENT;
  return is_missing ? std::move(folder) : std::string();
}

// Returns the advice on a path such as "list.yaml/a", whose longest part that exists is a file.
std::string advice_on_file_as_folder(std::filesystem::path path) {
  struct stat info {};
  while (path.has_relative_path() && ::stat(path.c_str(), &info) != 0)
    path = path.parent_path();
  return fmt::format("'{}' is not a folder", path.string());
}

// Returns the part before the first slash if only a shell could expand it: "~" or "~anna", unless
// there is a folder of that name.
std::string_view unexpanded(const std::string& path) {
  const auto first = std::string_view(path).substr(0, path.find('/'));
  struct stat info {};
  if (first == "~") return first;
  const bool may_be = first.starts_with('~') && first.size() < path.size();
  return may_be && ::stat(std::string(first).c_str(), &info) != 0 ? first : std::string_view();
}

std::string advice_on_tilde(const std::string& path) {
  const auto tilde = unexpanded(path);
  if (tilde.empty()) return {};
  return fmt::format("the shell expands ~ only at the beginning of a word: write {}{}",
                     tilde == "~" ? "$HOME" : "the whole path instead of ",
                     tilde == "~" ? path.substr(1) : tilde);
}

std::string advice_on_absent(const std::string& path) {
  if (auto advice = advice_on_tilde(path); !advice.empty()) return advice;
  if (const auto meant = nearest_path(path); !meant.empty())
    return fmt::format("did you mean '{}'?", meant);
  if (const auto folder = missing_folder(path); !folder.empty())
    return fmt::format("there is no folder '{}'", folder);
  constexpr std::size_t most_listed = 5;
  const auto folder = std::filesystem::path(path).parent_path().string();
  const auto where =
      folder.empty() ? std::string("the current folder") : fmt::format("the folder '{}'", folder);
  auto names = names_beside(path);
  std::erase_if(names, [](const std::string& name) { return name.starts_with('.'); });
  return names.empty() ? where + " has no such file"
                       : fmt::format("{} has {}", where, listed(names, most_listed));
}

using Facts = struct stat;

constexpr int most_links = 40; // the limit of Linux
constexpr mode_t permissions = S_IRWXU | S_IRWXG | S_IRWXO;

bool is_same_file(const std::optional<Facts>& one, const std::optional<Facts>& other) {
  return one && other && one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

tl::unexpected<Error> cannot_write(const std::string& path, int errno_value) {
  auto error = Error::io("cannot write", path, errno_value);
  if (const auto folder = missing_folder(path); errno_value == ENOENT && !folder.empty())
    error.hint = fmt::format("create the folder '{}' first", folder);
  return fail(std::move(error));
}

// Returns nothing if there is no such file. Fails as writing to it would.
Result<std::optional<Facts>> facts_before_writing(const std::string& path) {
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
      return fail(
          Error::internal(fmt::format("cannot write {}: no process reads this pipe", path)));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  const int flags = ::fcntl(file.get(), F_GETFL);
  if (flags < 0 || ::fcntl(file.get(), F_SETFL, flags & ~O_NONBLOCK) < 0)
    return cannot_write(path, errno);
  return file;
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
  const auto mode = old ? old->st_mode & permissions : how.mode_of_new;
  if (::fchmod(fd, mode) != 0 && how.mode == Mode::required) return errno;
  return how.durability == Durability::loss_of_power && ::fsync(fd) != 0 ? errno : 0;
}

// Linux before 5.8 does not say it; there renaming over the file fails.
bool is_mounted_alone(const std::string& path) {
  struct statx facts {};
  return ::statx(AT_FDCWD, path.c_str(), 0, 0, &facts) == 0 &&
         (facts.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

// Some file systems reserve no room; there a full disk may cut the content off.
Status overwrite(const std::string& path, std::string_view content) {
  const SignalBlock undisturbed;
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) return cannot_write(path, errno);
  const auto size = static_cast<off_t>(content.size());
  if (size > 0 && ::fallocate(file.get(), FALLOC_FL_KEEP_SIZE, 0, size) != 0 &&
      (errno == ENOSPC || errno == EDQUOT || errno == EFBIG))
    return cannot_write(path, errno);
  const int error = write_whole(file.get(), content);
  if (error != 0) return cannot_write(path, error);
  const bool is_written = ::ftruncate(file.get(), size) == 0 && ::fsync(file.get()) == 0;
  return is_written ? Status() : cannot_write(path, errno);
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
    return error == EBUSY && old ? overwrite(target, content) : cannot_write(target, error);
  }
  if (how.durability == Durability::loss_of_power) write_names(folder);
  return {};
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

Status require_expanded(std::string_view name, const std::string& path) {
  auto advice = advice_on_tilde(path);
  if (advice.empty()) return {};
  return fail(Error::usage(
      fmt::format("{} begins with a ~ that the shell did not expand, got '{}'", name, path),
      std::move(advice)));
}

Error unreadable(const std::string& path, int errno_value) {
  auto error = Error::io("cannot read", path, errno_value);
  error.kind = ErrorKind::usage;
  if (errno_value == EISDIR) error.hint = "name a file in this folder";
  if (errno_value == ENOENT) error.hint = advice_on_absent(path);
  if (errno_value == ENOTDIR) error.hint = advice_on_file_as_folder(path);
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
  TRY_ASSIGN(const auto kind, kind_of_file(path));
  const auto is = [&](FileKind what) { return kind == what; };
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

// Returns the descriptor that a path such as /dev/stdout names, if the program inherited it: the
// files that it opened itself are closed when it executes another program.
std::optional<int> own_stream(const std::string& path) {
  const std::filesystem::path own = fmt::format("/proc/{}/fd", ::getpid());
  std::filesystem::path at(path);
  for (int links = 0; links < most_links; ++links) {
    std::error_code error;
    if (std::filesystem::canonical(folder_of(at), error) == own) {
      const auto name = at.filename().string();
      int fd = -1;
      std::from_chars(name.data(), name.data() + name.size(), fd);
      const bool is_own = fd >= 0 && ::fcntl(fd, F_GETFD) == 0;
      return is_own ? std::optional(fd) : std::nullopt;
    }
    const auto next = std::filesystem::read_symlink(at, error);
    if (error) break;
    at = at.parent_path() / next;
  }
  return std::nullopt;
}

Status replace_file(const std::string& path, std::string_view content, const Replacement& how) {
  if (const auto fd = own_stream(path)) {
    const int error = write_whole(*fd, content);
    return error == 0 ? Status() : cannot_write(path, error);
  }
  TRY_ASSIGN(const auto named, facts_before_writing(path));
  TRY_ASSIGN(const auto target, followed_path(path));
  TRY_ASSIGN(const auto old, facts_before_writing(target));
  if (named && (!S_ISREG(named->st_mode) || !is_same_file(named, old))) {
    TRY_ASSIGN(const auto file, open_in_place(path, named->st_mode));
    const int error = write_whole(file.get(), content);
    return error == 0 ? Status() : cannot_write(path, error);
  }
  if (old && is_mounted_alone(target)) return overwrite(target, content);
  if (how.folders == MissingFolders::make) TRY(make_folders(folder_of(target)));
  return replace_whole(target, content, old, how);
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
  TRY_ASSIGN(const auto found, facts_before_writing(folder));
  if (found) return {};
  if (const auto above = folder_of(folder); above != folder) TRY(make_folders(above));
  if (::mkdir(folder.c_str(), S_IRWXU) == 0 || errno == EEXIST) return {};
  return fail(Error::io("cannot create", folder, errno));
}

// open(2) returns the lowest free number. Each stream is opened in the wrong direction, so that
// writing a result to it remains an error.
void occupy_standard_streams() {
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(fd, F_GETFD) < 0 && errno == EBADF)
      ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

std::vector<std::string> names_beside(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  constexpr std::size_t most_names = 10'000;
  const auto folder = path.parent_path();
  std::vector<std::string> names;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder.empty() ? "." : folder, error);
       !error && at != fs::directory_iterator() && names.size() < most_names; at.increment(error))
    names.push_back(at->path().filename().string());
  std::ranges::sort(names);
  return names;
}

std::string nearest_path(const std::string& path) {
  const std::filesystem::path whole(path);
  const auto names = names_beside(whole);
  const bool has_folder = whole.has_relative_path() && !whole.parent_path().empty(); // "/" has none
  if (names.empty() && has_folder) { // "Presets/a.yaml"
    const auto folder = nearest_path(whole.parent_path().string());
    auto inside = folder.empty() ? folder : folder + "/" + whole.filename().string();
    if (inside.empty() || contains(names_beside(inside), whole.filename().string())) return inside;
    return nearest_path(inside);
  }
  const auto nearest = nearest_word(whole.filename().string(), names);
  return nearest.empty() || nearest == whole.filename() ? std::string()
                                                        : (whole.parent_path() / nearest).string();
}

} // namespace mrctl
