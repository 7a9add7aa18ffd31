#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// A file that a search found, or a file or folder that it cannot give.
struct FoundFile {
  std::string path; // begins as the folder was named; files in "." begin with their own name
  std::shared_ptr<const Error> failure{}; // a usage error, as for a file that cannot be read
};

// Returns the files in a folder and in those below it whose names end in one of `endings`, in any
// case, in the order of the bytes of their paths. Names that begin with "." or "_" are left out, of
// folders too. Links to folders are not followed. Links to files are, if their target lies in the
// repository that the folder is in, and not in its `.git`; without a repository, if it lies below
// the folder. Others, and a named folder that is itself a link out of its repository, are failures.
// Anything that is not a file, such as a socket, is skipped; a dangling link is returned, and
// reading it fails.
[[nodiscard]] std::vector<FoundFile> find_files(const std::string& folder,
                                                std::span<const std::string_view> endings);

// Returns the path, with links followed, of a file that another file of the folder names. Fails
// with a usage error if there is none, or if it lies where find_files() would follow no link:
// outside the repository of the folder, in its `.git`, or, without a repository, outside the
// folder.
[[nodiscard]] Result<std::string> find_inside(const std::string& path, const std::string& folder);

// Returns the nearest folder at or above an absolute path that holds `.git`; nothing if there is
// none. Fails with a usage error if the system cannot say whether there is one.
[[nodiscard]] Result<std::optional<std::string>> repository_of(const std::string& folder);

// Returns an absolute path relative to a folder that it lies in or is; nothing for one elsewhere.
[[nodiscard]] std::optional<std::filesystem::path> path_below(const std::filesystem::path& path,
                                                              const std::filesystem::path& folder);

// Names files as CI services know them.
class RepositoryPaths {
public:
  // Returns the path below the folder that holds `.git`, else below the current folder, without
  // "." and ".."; an absolute path for a file elsewhere. What is no file or folder is returned as
  // it is.
  [[nodiscard]] std::string of(const std::string& path);

private:
  std::string last_folder_; // as it was named, and its path
  std::string last_path_;
};

// Checks the path of a file that is to be written. In a repository, a link on the path must point
// neither out of the repository nor into `.git`; elsewhere, a link that is the file itself must not
// point out of its folder. Otherwise this fails with a usage error that names the link. Streams of
// this process are allowed anywhere. A folder that cannot be found is not an error here: nothing
// can be written below it.
[[nodiscard]] Status check_place_of_output(const std::string& path);

// A lock on a file or folder that one process at a time can hold (flock(2)). It is released when
// this object is destroyed or the process ends, even by kill -9. It is advisory.
class HeldLock {
public:
  explicit HeldLock(Descriptor locked) : locked_(std::move(locked)) {}

private:
  Descriptor locked_;
};

// What to do while another process holds the lock.
enum class Busy { wait, refuse };

// Locks a folder, which must exist. Fails with a conflict if another process holds the lock and
// waiting is not allowed, and with an internal error if the folder cannot be opened. If the file
// system does not support such locks (some network file systems), the lock is empty.
[[nodiscard]] Result<HeldLock> lock_folder(const std::string& folder, Busy busy);

// Waits for the lock on a file, which is created with that mode if it is missing. Whoever holds the
// lock may replace the file; then others wait for the new one. Fails with an internal error if the
// file cannot be opened for reading.
[[nodiscard]] Result<HeldLock> lock_file(const std::string& path, unsigned mode_of_new);

} // namespace mrctl
