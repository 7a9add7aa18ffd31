#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".json";

// Far beyond any body that a service accepts.
constexpr std::size_t largest_record = std::size_t{256} << 20U;

class FolderStore final : public RecordStore {
public:
  explicit FolderStore(std::string named) : named_(std::move(named)) {}

  Result<std::string> state_folder_of(const std::string& path) const override {
    return apply::state_folder_of(named_, path);
  }
  Result<std::vector<std::string>>
  folders_of(const std::string& target, const std::vector<std::string>& paths) const override {
    return target_folders_of(named_, target, paths);
  }
  Status check_not_searched(const std::vector<std::string>& paths) const override {
    for (const auto& path : paths)
      TRY(apply::check_not_searched(named_, path));
    return {};
  }
  Result<std::optional<std::string>> read(const std::string& folder,
                                          std::string_view slug) const override {
    return read_own_file(record_path(folder, slug), largest_record);
  }

  Result<std::vector<std::string>> list_slugs(const std::string& folder) const override {
    std::vector<std::string> slugs;
    TRY(visit_entries(folder, [&](const fs::directory_entry& entry) -> Status {
      const auto name = entry.path().filename().string();
      if (name.size() > ending.size() && name.ends_with(ending))
        slugs.push_back(name.substr(0, name.size() - ending.size()));
      return {};
    }));
    std::ranges::sort(slugs);
    return slugs;
  }

  Result<std::vector<RecordedTarget>> list_targets(const std::string& path) const override {
    TRY_ASSIGN(const auto state_folder, state_folder_of(path));
    std::vector<RecordedTarget> targets;
    TRY(visit_entries(state_folder, [&](const fs::directory_entry& entry) -> Status {
      std::error_code error;
      if (entry.symlink_status(error).type() != fs::file_type::directory) return {};
      TRY_ASSIGN(auto slugs, list_slugs(entry.path().string()));
      if (!slugs.empty()) targets.push_back({entry.path().filename().string(), std::move(slugs)});
      return {};
    }));
    std::ranges::sort(targets, {}, &RecordedTarget::name);
    return targets;
  }

  std::vector<std::string> notes_on(const std::string& target,
                                    const std::vector<std::string>& paths) const override {
    std::set<std::string> notes;
    for (const auto& path : paths) {
      const auto folder = state_folder_of(path);
      const auto kind = folder.and_then([](const auto& known) { return kind_of_file(known); });
      const auto targets = list_targets(path);
      if (!kind || !targets) continue; // reading the records reports it
      if (!named_.empty() && *kind == FileKind::absent)
        notes.insert(fmt::format("no records: {} does not exist", *folder));
      if (auto note = note_on_target(target, *folder, *targets); !note.empty())
        notes.insert(std::move(note));
    }
    return {notes.begin(), notes.end()};
  }
  Result<std::unique_ptr<LockedRecords>> lock(const std::string&, const std::string& folder,
                                              const Locking&) const override {
    return lock_folder(folder);
  }

private:
  // A folder that does not exist has no entries.
  template <class Visit>
  static Status visit_entries(const std::string& folder, const Visit& visit) {
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error))
      TRY(visit(*at));
    if (!error || error == std::errc::no_such_file_or_directory) return {};
    return fail(unreadable(folder, error.value()));
  }

  std::string named_;
};

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

// Returns whether the file can serve as a new one: nobody would notice that its content changes.
bool is_as_new(int fd, const struct stat& info) {
  if (info.st_size == 0) return true;
  return S_ISREG(info.st_mode) && info.st_nlink == 1 && info.st_uid == ::geteuid() &&
         (info.st_mode & all_modes) == mode_of_new_files() && is_open_here_only(fd);
}

int open_spare(int folder, int more_flags) {
  return ::openat(folder, spare_name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | more_flags,
                  file_mode);
}

int remove_spare_file(int folder);

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

// Returns the missing parent folders, outermost first.
Result<std::vector<fs::path>> missing_folders(const std::string& folder) {
  std::vector<fs::path> missing;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    TRY_ASSIGN(const auto kind, kind_of_file(at.string()));
    if (kind != FileKind::absent) break;
    missing.insert(missing.begin(), at);
  }
  return missing;
}

// rmdir() removes empty folders only.
void remove_made(const std::vector<fs::path>& made) {
  for (auto at = made.rbegin(); at != made.rend(); ++at)
    ::rmdir(at->c_str());
}

class Folder final : public LockedRecords {
public:
  Folder(std::string path, int fd, std::vector<fs::path> made)
      : path_(std::move(path)), fd_(fd), made_(std::move(made)) {
    remove_spare_file(fd_);
  }
  ~Folder() override {
    remove_spare_file(fd_);
    if (is_in_place().value_or(false)) remove_made(made_);
    ::close(fd_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  Status replace_record(std::string_view slug, const std::optional<std::string>& text) override {
    const auto name = record_name(slug);
    TRY(check_place());
    const int error = text ? replace_file_in(fd_, name, *text) : remove(name);
    return status_of(error, record_path(path_, slug));
  }

  Status bring_to_disk() override {
    remove_spare_file(fd_); // a signal that ends the process now leaves no file behind
    TRY(check_place());
    return status_of(::syncfs(fd_) == 0 ? 0 : errno, path_);
  }

  Status check_writable() const override {
    if (::access(path_.c_str(), R_OK | W_OK | X_OK) == 0) return {};
    return fail(
        Error::io("cannot write to the state folder", path_, errno).with_hint("nothing was sent"));
  }

  // Whether the folder at the path is still the one that is locked.
  [[nodiscard]] Result<bool> is_in_place() const {
    struct stat here {};
    struct stat there {};
    const bool is_there = ::fstat(fd_, &here) == 0 && ::lstat(path_.c_str(), &there) == 0;
    if (!is_there && !is_absence(errno)) return fail(Error::io("cannot read", path_, errno));
    return is_there && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
  }

private:
  [[nodiscard]] int remove(const std::string& name) const {
    return ::unlinkat(fd_, name.c_str(), 0) == 0 || errno == ENOENT ? 0 : errno;
  }
  [[nodiscard]] Status check_place() const {
    TRY_ASSIGN(const auto is_own, is_in_place());
    if (is_own) return {};
    return fail(Error::internal(fmt::format(
        "cannot write to the state folder {}: it was moved or replaced in the meantime", path_)));
  }
  static Status status_of(int error, const std::string& path) {
    if (error == 0) return {};
    return fail(Error::io("cannot write", path, error));
  }

  std::string path_;
  int fd_;
  std::vector<fs::path> made_;
};

Error held_by_another(const std::string& folder) {
  return {ErrorKind::conflict,
          fmt::format("another 'mrctl preset apply' is using {}; nothing was sent", folder),
          "wait until it has finished, then run this command again",
          {},
          {}};
}

// Some network disks have no locks.
Error cannot_lock(const std::string& folder, int errno_value) {
  const bool has_no_locks =
      errno_value == ENOLCK || errno_value == EOPNOTSUPP || errno_value == ENOSYS;
  return Error::io("cannot lock", folder, errno_value)
      .with_hint(has_no_locks ? "nothing was sent; this disk has no locks: keep the records "
                                "elsewhere with --state DIR"
                              : "nothing was sent");
}

Result<std::unique_ptr<Folder>> try_to_lock(const std::string& folder) {
  TRY_ASSIGN(auto made, missing_folders(folder));
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail(Error::io("cannot create", folder, error.value()));
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return fail(Error::io("cannot open", folder, errno));
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
    return std::make_unique<Folder>(folder, fd, std::move(made));
  const int errno_value = errno;
  ::close(fd);
  if (errno_value != EWOULDBLOCK) remove_made(made);
  return fail(errno_value == EWOULDBLOCK ? held_by_another(folder)
                                         : cannot_lock(folder, errno_value));
}

} // namespace

Result<std::optional<Record>> read_record(const TargetRecords& records, RecordOf preset,
                                          const Hashed* known) {
  TRY_ASSIGN(const auto text, records.store->read(records.folder, preset.slug));
  if (!text) return std::nullopt;
  return parse_record(*text, record_path(records.folder, preset.slug), preset, known);
}

std::string note_on_target(const std::string& target, std::string_view place,
                           const std::vector<RecordedTarget>& targets) {
  constexpr std::size_t most_named = 5;
  if (targets.empty() || contains(targets, target, &RecordedTarget::name)) return {};
  const auto words = mapped(targets, [](const auto& each) { // "prod (2 presets): support, triage"
    return fmt::format("{} ({}): {}", each.name, counted(each.slugs.size(), "preset"),
                       listed(each.slugs, most_named));
  });
  const auto near = nearest_word(target, mapped(targets, &RecordedTarget::name));
  return fmt::format("no state for {} in {}; it has {}{}", target, place,
                     listed(words, most_named, "; "),
                     near.empty() ? "" : fmt::format("; did you mean --target {}?", near));
}

std::shared_ptr<const RecordStore> records_in_folders(std::string named) {
  return std::make_shared<const FolderStore>(std::move(named));
}

Result<Locks> lock_records(const RecordsPlace& where, const std::vector<std::string>& paths,
                           const Locking& how) {
  TRY(where.store->check_not_searched(paths));
  TRY_ASSIGN(const auto folders, where.store->folders_of(where.target, paths));
  TRY(where.store->check_not_left_in_folders(where.target, paths).map_error([](Error error) {
    error.message += "; nothing was sent";
    return error;
  }));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
    auto lock = where.store->lock(where.target, folder, how);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind != ErrorKind::internal)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Locks& locks, const std::set<std::string>& folders) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : folders)
    TRY(locks.held.at(folder)->check_writable());
  return {};
}

Status write_record(LockedRecords& folder, std::string_view slug,
                    const std::optional<Record>& record) {
  return folder.replace_record(slug, record ? std::optional(record_text(*record)) : std::nullopt);
}

Status RecordTransaction::put(LockedRecords& folder, const std::optional<Record>& before,
                              const std::optional<Record>& after) {
  const auto& slug = before ? before->slug : after->slug;
  auto written = write_record(folder, slug, after);
  if (written)
    done_.push_back({&folder, slug, before});
  else
    undo();
  return written;
}

void RecordTransaction::undo() {
  for (const auto& done : done_)
    if (!write_record(*done.folder, done.slug, done.before)) break;
  done_.clear();
}

// Locks the folder itself, because a lock file would be committed with the records.
Result<std::unique_ptr<LockedRecords>> lock_folder(const std::string& target_folder) {
  for (;;) {
    TRY_ASSIGN(auto lock, try_to_lock(target_folder));
    // The previous holder may have removed the empty folder in the meantime.
    TRY_ASSIGN(const auto is_own, lock->is_in_place());
    if (is_own) return std::unique_ptr<LockedRecords>(std::move(lock));
  }
}

} // namespace mrctl::apply
