#include "mrctl/base/descriptor.hpp"
#include "mrctl/state/store.hpp"

#include "unfinished.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace mrctl::state {

namespace {

constexpr mode_t file_mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

std::string folder_of(const std::string& path) {
  return std::filesystem::path(path).parent_path().string();
}

tl::unexpected<Error> cannot_write(const std::string& path) {
  return fail(Error::io("cannot write", path, errno));
}

Status write_whole(int fd, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const auto count = ::write(fd, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_write(path);
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

// One group of files that are made beside their targets, brought to the disk together, and renamed.
class Group {
public:
  explicit Group(std::span<const Change> changes)
      : changes_(changes), outcomes_(changes.size()), unfinished_(changes.size()) {}

  std::vector<Status> replace() {
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (changes_[i].content) outcomes_[i] = write_beside(i);
    sync_contents();
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (outcomes_[i]) outcomes_[i] = put_in_place(i);
    sync_folders();
    return std::move(outcomes_);
  }

private:
  Status write_beside(std::size_t index) {
    const auto& [path, content] = changes_[index];
    unfinished_[index] = unfinished_file(folder_of(path), index);
    const auto& name = unfinished_[index];
    const Descriptor file(
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, file_mode));
    if (file.get() < 0) return cannot_write(path);
    auto written = write_whole(file.get(), *content, path);
    // Of many files, all are synced at once.
    if (written && changes_.size() == 1 && ::fsync(file.get()) != 0) written = cannot_write(path);
    if (!written) ::unlink(name.c_str());
    return written;
  }

  // An fsync for each of many files takes as many turns of the disk; one of the file system takes
  // one (docs/decisions/0012).
  void sync_contents() {
    if (changes_.size() == 1) return;
    for (const auto& folder : folders()) {
      const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (file.get() >= 0 && ::syncfs(file.get()) == 0) continue;
      give_up(folder, errno);
    }
  }

  void give_up(const std::string& folder, int errno_value) {
    for (std::size_t i = 0; i < changes_.size(); ++i) {
      if (!outcomes_[i] || folder_of(changes_[i].path) != folder) continue;
      outcomes_[i] = fail(Error::io("cannot write", changes_[i].path, errno_value));
      if (changes_[i].content) ::unlink(unfinished_[i].c_str());
    }
  }

  [[nodiscard]] Status put_in_place(std::size_t index) const {
    const auto& [path, content] = changes_[index];
    if (!content)
      return ::unlink(path.c_str()) == 0 || errno == ENOENT ? Status{} : Status(cannot_write(path));
    if (::rename(unfinished_[index].c_str(), path.c_str()) == 0) return {};
    auto failure = cannot_write(path);
    ::unlink(unfinished_[index].c_str());
    return failure;
  }

  void sync_folders() {
    for (const auto& folder : folders()) {
      const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (file.get() < 0 || ::fsync(file.get()) != 0) give_up(folder, errno);
    }
  }

  [[nodiscard]] std::set<std::string> folders() const {
    std::set<std::string> found;
    for (std::size_t i = 0; i < changes_.size(); ++i)
      if (outcomes_[i]) found.insert(folder_of(changes_[i].path));
    return found;
  }

  std::span<const Change> changes_;
  std::vector<Status> outcomes_;
  std::vector<std::string> unfinished_; // the path of each new file before it is in place
};

} // namespace

std::vector<Status> replace_files(std::span<const Change> changes) {
  return Group(changes).replace();
}

} // namespace mrctl::state
