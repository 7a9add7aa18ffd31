#include "repository_path.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"

#include <algorithm>
#include <system_error>

namespace mrctl::config {

namespace fs = std::filesystem;

Result<Home> home_of(const std::string& file) {
  TRY_ASSIGN(const auto named, absolute_path(folder_of(file)));
  std::error_code error;
  const auto folder = fs::canonical(named, error);
  if (error) return fail(unreadable(named, error.value()));
  TRY_ASSIGN(const auto repository, repository_of(folder.string()));
  return Home{folder, repository ? fs::path(*repository) : folder};
}

namespace {

bool is_within(const fs::path& path, const fs::path& root) {
  const auto relative = path.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

// Its target may be created later, outside the repository.
bool has_dangling_link(const fs::path& path) {
  fs::path part;
  for (const auto& name : path) {
    part /= name;
    std::error_code error;
    const auto type = fs::symlink_status(part, error).type();
    if (error) return false; // there is nothing yet
    if (type == fs::file_type::symlink && kind_of_file(part.string()) == FileKind::absent)
      return true;
  }
  return false;
}

} // namespace

std::string_view fault_of_path(const std::string& text, const Home& home) {
  if (fs::path(text).is_absolute()) return "is absolute";
  const auto path = (home.folder / text).lexically_normal();
  if (!is_within(path, home.root)) return "points out of it";
  std::error_code error;
  const auto whole = fs::weakly_canonical(home.folder / text, error);
  if (error || !is_within(whole, home.root) || has_dangling_link(path))
    return "points out of it by a link";
  const auto relative = whole.lexically_relative(home.root);
  const bool is_in_git = std::ranges::any_of(
      relative, [](const fs::path& name) { return equal_ignoring_case(name.string(), ".git"); });
  return is_in_git ? "points into .git" : "";
}

} // namespace mrctl::config
