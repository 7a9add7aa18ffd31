#include "mrctl/base/folder.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace mrctl {

namespace {

namespace fs = std::filesystem;

std::string path_in(const std::string& folder, const std::string& name) {
  if (folder == "." || folder == "./") return name;
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

bool is_hidden(std::string_view name) {
  return name.starts_with('.') || name.starts_with('_');
}

Result<fs::path> real_path(const std::string& path) {
  std::error_code error;
  auto real = fs::canonical(path, error);
  return error ? Result<fs::path>(fail(unreadable(path, error.value()))) : real;
}

// The repository is found by the names on the way to the folder, not by where links lead.
Result<fs::path> bounds_of(const std::string& folder) {
  return absolute_path(folder).and_then(repository_of).and_then([&](const auto& repository) {
    return real_path(repository.value_or(folder));
  });
}

// What is in `.git` may contain credentials.
bool lies_in(const fs::path& target, const fs::path& bounds) {
  const auto below = path_below(target, bounds);
  return below && std::ranges::none_of(*below, [](const fs::path& name) {
           return equal_ignoring_case(name.string(), ".git");
         });
}

class Search {
public:
  Search(std::string top, std::span<const std::string_view> endings)
      : top_(std::move(top)), endings_(endings) {}

  [[nodiscard]] std::vector<FoundFile> find() && {
    if (auto checked = check_top(); checked)
      look_into(top_);
    else
      add_failure(top_, std::move(checked.error()));
    std::ranges::sort(found_,
                      [](const FoundFile& a, const FoundFile& b) { return a.path < b.path; });
    return std::move(found_);
  }

private:
  // A folder whose path has a link may be out of its repository; all others are in it.
  [[nodiscard]] Status check_top() {
    const auto named = absolute_path(top_);
    const auto real = real_path(top_);
    if (!named || !real) return fail(real ? named.error() : real.error());
    if (fs::path(*named) / "" == *real / "") return {};
    return check_target(top_, *real);
  }

  void look_into(const std::string& folder) {
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error))
      if (const auto name = at->path().filename().string(); !is_hidden(name))
        look_at(path_in(folder, name), *at);
    if (error) add_failure(folder, unreadable(folder, error.value()));
  }

  void look_at(const std::string& path, const fs::directory_entry& entry) {
    std::error_code error;
    if (entry.is_symlink(error)) return look_at_link(path);
    const bool is_folder = !error && entry.is_directory(error);
    const bool is_file = !error && entry.is_regular_file(error);
    if (error)
      add_failure(path, unreadable(path, error.value()));
    else if (is_folder)
      look_into(path);
    else if (is_file && has_ending(path))
      found_.push_back({path});
  }

  // Reading a link that leads nowhere fails, and says why.
  void look_at_link(const std::string& path) {
    if (!has_ending(path)) return;
    const auto target = real_path(path);
    const auto kind = target ? kind_of_file(target->string()) : FileKind::regular;
    if (kind && *kind == FileKind::folder) return;
    const auto checked = target ? check_target(path, *target) : Status();
    if (!kind || !checked)
      add_failure(path, kind ? checked.error() : kind.error());
    else if (*kind == FileKind::regular)
      found_.push_back({path});
  }

  [[nodiscard]] Status check_target(const std::string& link, const fs::path& target) {
    if (!bounds_) bounds_ = bounds_of(top_);
    if (!*bounds_) return fail(bounds_->error());
    if (lies_in(target, **bounds_)) return {};
    return fail(Error::usage(
        fmt::format("cannot read {}: it is a link that points out of the repository or folder",
                    link),
        "replace the link by the file, or name the link itself on the command line"));
  }

  [[nodiscard]] bool has_ending(std::string_view path) const {
    return std::ranges::any_of(endings_, [&](std::string_view ending) {
      return path.size() >= ending.size() &&
             equal_ignoring_case(path.substr(path.size() - ending.size()), ending);
    });
  }

  void add_failure(const std::string& path, Error error) {
    found_.push_back({path, std::make_shared<const Error>(std::move(error))});
  }

  std::string top_; // as it was named
  std::span<const std::string_view> endings_;
  std::optional<Result<fs::path>> bounds_{}; // of the targets of links, once there is one
  std::vector<FoundFile> found_{};
};

std::string folder_below_root(const std::string& folder) {
  const auto whole = absolute_path(folder);
  const auto here = absolute_path(".");
  const auto repository = whole.and_then(repository_of);
  if (!here || !repository) return folder;
  return path_below(*whole, repository->value_or(*here)).value_or(*whole).string();
}

// Returns the part of a path that leads out of the bounds; the whole path if no part alone does.
std::string leaving_part(const fs::path& outer, const fs::path& relative, const fs::path& bounds) {
  auto at = outer;
  for (const auto& name : relative) {
    at /= name;
    std::error_code error;
    const bool is_link = fs::is_symlink(at, error);
    const auto end = fs::weakly_canonical(at, error);
    if (is_link && !error && !lies_in(end, bounds)) break;
  }
  return at.string();
}

// Returns 0 or errno.
int lock(int fd, Busy busy) {
  const int operation = busy == Busy::refuse ? LOCK_EX | LOCK_NB : LOCK_EX;
  while (::flock(fd, operation) != 0)
    if (errno != EINTR) return errno;
  return 0;
}

Error held_by_another(const std::string& folder) {
  auto error = Error::usage(fmt::format("another mrctl is changing files in {}", folder),
                            "run this command again when it has finished");
  error.kind = ErrorKind::conflict;
  return error;
}

tl::unexpected<Error> cannot_lock_file(const std::string& path) {
  return fail(Error::io("cannot write", path, errno));
}

Result<bool> is_still_at(const std::string& path, const Descriptor& file) {
  struct stat here {};
  struct stat there {};
  if (::fstat(file.get(), &here) != 0) return cannot_lock_file(path);
  if (::stat(path.c_str(), &there) != 0)
    return is_absence(errno) ? Result<bool>(false) : cannot_lock_file(path);
  return here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

} // namespace

std::vector<FoundFile> find_files(const std::string& folder,
                                  std::span<const std::string_view> endings) {
  return Search(folder, endings).find();
}

Result<std::string> find_inside(const std::string& path, const std::string& folder) {
  TRY_ASSIGN(const auto target, real_path(path));
  TRY_ASSIGN(const auto bounds, bounds_of(folder));
  if (lies_in(target, bounds)) return target.string();
  return fail(
      Error::usage(fmt::format("cannot read {}: it lies outside the repository or folder", path)));
}

std::optional<fs::path> path_below(const fs::path& path, const fs::path& folder) {
  auto relative = path.lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? std::nullopt : std::optional(relative);
}

Result<std::optional<std::string>> repository_of(const std::string& folder) {
  for (auto at = fs::path(folder);; at = at.parent_path()) {
    TRY_ASSIGN(const auto kind, kind_of_file((at / ".git").string()));
    if (kind != FileKind::absent) return at.string();
    if (at == at.parent_path()) return std::nullopt;
  }
}

std::string RepositoryPaths::of(const std::string& path) {
  const auto kind = kind_of_file(path);
  if (!kind || *kind == FileKind::absent) return path;
  const auto folder = folder_of(path);
  if (last_folder_ != folder) last_path_ = folder_below_root(folder);
  last_folder_ = folder;
  return (fs::path(last_path_) / fs::path(path).filename()).lexically_normal().string();
}

// What cannot be found out here fails when the file is written.
Status check_place_of_output(const std::string& path) {
  if (own_stream(path)) return {};
  TRY_ASSIGN(const auto absolute, absolute_path(path));
  if (!real_path(folder_of(absolute))) return {}; // writing fails, and says why
  TRY_ASSIGN(const auto repository, repository_of(folder_of(absolute)));
  const fs::path outer(repository.value_or(folder_of(absolute)));
  const auto bounds = real_path(outer.string());
  const auto end = followed_path(path);
  if (!bounds || !end) return {};
  std::error_code error;
  const auto target = fs::weakly_canonical(fs::absolute(*end, error), error);
  const auto relative = fs::path(absolute).lexically_relative(outer);
  if (error || target == *bounds / relative || lies_in(target, *bounds)) return {};
  return fail(Error::usage(fmt::format("cannot write {}: {} is a link that points out of the {}",
                                       path, leaving_part(outer, relative, *bounds),
                                       repository ? "repository, or into its .git" : "folder"),
                           "name the file that the link points to, or remove the link"));
}

Result<HeldLock> lock_folder(const std::string& folder, Busy busy) {
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0) return fail(Error::io("cannot lock", folder, errno));
  if (lock(opened.get(), busy) == EWOULDBLOCK) return fail(held_by_another(folder));
  return HeldLock(std::move(opened));
}

Result<HeldLock> lock_file(const std::string& path, unsigned mode_of_new) {
  for (;;) {
    Descriptor opened(::open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, mode_of_new));
    if (opened.get() < 0) return cannot_lock_file(path);
    lock(opened.get(), Busy::wait);
    TRY_ASSIGN(const auto is_current, is_still_at(path, opened));
    if (is_current) return HeldLock(std::move(opened));
  }
}

} // namespace mrctl
