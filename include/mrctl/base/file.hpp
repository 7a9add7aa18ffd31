#pragma once

#include "mrctl/base/error.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace mrctl {

// Maximum size of a body or an input, in bytes.
inline constexpr std::size_t largest_input = std::size_t{256} << 20U;

// Reads a whole file, at most `limit` bytes. Fails with a usage error if the path is missing, a
// directory or unreadable, or the file is larger: the user named it.
[[nodiscard]] Result<std::string> read_file(const std::string& path, std::size_t limit);

// Reads a file that mrctl wrote itself, as read_file() does; returns nothing if there is none.
// Fails with a usage error for a link and for whatever else is no regular file, and never waits for
// one.
[[nodiscard]] Result<std::optional<std::string>> read_own_file(const std::string& path,
                                                               std::size_t limit);

// Returns "cannot read PATH: Permission denied", a usage error: the user named it.
[[nodiscard]] Error unreadable(const std::string& path, int errno_value);

// Returns the name of a file in problems: the path as it was given, "<stdin>" for "-".
[[nodiscard]] inline std::string name_of_input(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

// Reads a file that the user named; "-" is standard input.
using ReadNamedFile = std::function<Result<std::string>(const std::string& path)>;

// What is at a path; links are followed.
enum class FileKind { absent, regular, folder, pipe, device };

// Returns whether an error of the system says that there is no such file. Any other error leaves
// open whether there is one.
[[nodiscard]] bool is_absence(int errno_value);

// Returns what is at a path. Fails with a usage error if the system cannot say it: "cannot read
// config.toml: Permission denied".
[[nodiscard]] Result<FileKind> kind_of_file(const std::string& path);

// Fails with a usage error unless there is a regular file at the path, or none: "/dev/null is a
// device, not a file that can be changed".
[[nodiscard]] Status require_changeable(const std::string& path);

// Fails with a usage error if the path of a flag, variable or argument begins with "~" as only a
// shell expands it: a file or folder in a folder "~" of the current one is never meant.
[[nodiscard]] Status require_expanded(std::string_view name, const std::string& path);

// Returns the path as an absolute one. Fails with an internal error if the current folder is not
// known.
[[nodiscard]] Result<std::string> absolute_path(const std::string& path);

// Fails with an unauthorized error if group or others may read the file.
[[nodiscard]] Status require_private_file(const std::string& path);

// Writes a text to a descriptor. Returns 0 or errno, which only matters if it can be reported.
int write_whole(int fd, std::string_view content);

// What the new content survives. Syncing takes milliseconds per file.
enum class Durability { end_of_process, loss_of_power };

enum class MissingFolders { make, refuse };

// Whether a file system that refuses the mode (one of another operating system) is a failure.
enum class Mode { wanted, required };

struct Replacement {
  unsigned mode_of_new = 0600; // of a file that does not exist yet, regardless of the umask
  Durability durability = Durability::loss_of_power;
  MissingFolders folders = MissingFolders::make;
  Mode mode = Mode::wanted;
};

// Replaces the content of a file: all of it or nothing. A reader always finds the old or the new
// content, even after a full disk, a signal or kill -9.
//
// - The content goes to a temporary file in the same folder, which is then renamed. Only kill -9
//   can leave it behind; its name is `temporary_file_prefix` and six characters.
// - An existing file keeps its mode, owner and group as far as the system allows.
// - Missing folders are created with mode 0700, unless that is not allowed.
// - Links are followed, also to a file that does not exist yet; they stay links.
// - A file that is not regular (a device, a pipe) is written in place, never replaced. So is a file
//   that no longer has a name. A pipe that no process reads within five seconds is a failure.
// - A file that is mounted alone cannot be renamed over. It is written in place, once the disk has
//   room for all of it.
// - A path to one of the process's own streams is written to that stream, so that what was
//   written to it before, and will be afterwards, stays.
//
// Fails with an internal error: "cannot write presets/a.json: No space left on device".
[[nodiscard]] Status replace_file(const std::string& path, std::string_view content,
                                  const Replacement& how = {});

// Returns the descriptor that a path such as /dev/stdout or /dev/fd/3 names, if the process got
// it when it was started.
[[nodiscard]] std::optional<int> own_stream(const std::string& path);

inline constexpr std::string_view temporary_file_prefix = ".mrctl-";

// Returns the path that a chain of links points to, whether or not a file exists there; the path
// itself if it is not a link, or if the links form a cycle. Fails with an internal error if the
// system cannot say whether there is a link.
[[nodiscard]] Result<std::string> followed_path(const std::string& path);

// Creates a folder and its missing parents, with mode 0700. Fails with an internal error.
[[nodiscard]] Status make_folders(const std::string& folder);

// Returns the folder of a file: "." for a bare name.
[[nodiscard]] std::string folder_of(const std::string& path);

// Owns a file descriptor; negative if there is none.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }

  [[nodiscard]] int get() const { return fd_; }

private:
  int fd_;
};

// Opens /dev/null for each closed standard stream. Otherwise a file or connection opened later
// would get its number, and receive what is written to it. Using such a stream still fails, like
// using a closed one.
void occupy_standard_streams();

// Returns the names in the folder of a path, sorted; none if there is no such folder.
[[nodiscard]] std::vector<std::string> names_beside(const std::filesystem::path& path);

// Returns a path in the same folder whose name is near; empty if there is none, or if the path
// itself is there.
[[nodiscard]] std::string nearest_path(const std::string& path);

} // namespace mrctl
