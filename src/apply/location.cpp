#include "mrctl/apply/location.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

Result<fs::path> absolute_folder_of(const std::string& path) {
  TRY_ASSIGN(const auto absolute, absolute_path(path.empty() ? "." : path));
  TRY_ASSIGN(const auto kind, kind_of_file(absolute));
  const fs::path whole(absolute);
  return kind == FileKind::folder && whole.has_filename() ? whole : whole.parent_path();
}

Status refuse_link(const fs::path& folder) {
  std::error_code error;
  const auto type = fs::symlink_status(folder, error).type();
  if (type == fs::file_type::symlink)
    return fail(Error::usage(
        fmt::format("the state folder {} is a link; nothing was sent", folder.string()),
        "replace the link by the folder itself"));
  if (!error || is_absence(error.value())) return {};
  return fail(unreadable(folder.string(), error.value()));
}

Result<bool> has_state(const fs::path& folder) {
  const auto state = folder / state_folder_name;
  return refuse_link(state)
      .and_then([&] { return kind_of_file(state.string()); })
      .map([](FileKind kind) { return kind != FileKind::absent; });
}

// Returns the folder that has or will have the state of an absolute one. Outside a repository,
// folders above may be somebody else's.
Result<fs::path> home_of_state(const fs::path& folder) {
  TRY_ASSIGN(const auto repository, repository_of(folder.string()));
  const fs::path last(repository.value_or(folder.string()));
  for (auto at = folder;; at = at.parent_path()) {
    TRY_ASSIGN(const auto found, has_state(at));
    if (found) return at;
    if (at == last) return folder;
  }
}

// Returns the path relative to the current folder if the user wrote a relative one.
Result<std::string> spelled_like(const std::string& path, const fs::path& absolute) {
  TRY_ASSIGN(const auto here, absolute_path("."));
  const auto relative =
      fs::path(path).is_absolute() ? fs::path() : absolute.lexically_relative(here);
  return (relative.empty() ? absolute : relative).lexically_normal().string();
}

Result<bool> has_records(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".json") return true;
  if (!error || is_absence(error.value())) return false;
  return fail(unreadable(folder.string(), error.value()));
}

// "--state presets/.mrctl/production" would find nothing, and everything would be sent again.
Status refuse_folder_of_target(const fs::path& state, const std::string& target) {
  if (state.filename() != target) return {};
  TRY_ASSIGN(const bool is_of_target, has_records(state));
  if (!is_of_target) return {};
  return fail(Error::usage(
      fmt::format("the state folder {} holds the records of the target {} itself; nothing was sent",
                  state.string(), target),
      fmt::format("name the folder above it: {}",
                  state.has_parent_path() ? state.parent_path().string() : "..")));
}

Result<std::string> target_folder_of(const std::string& named, const std::string& target,
                                     const std::string& path) {
  TRY_ASSIGN(auto state, state_folder_of(named, path));
  auto folder = fmt::format("{}/{}", state, target);
  TRY(refuse_link(folder));
  TRY(refuse_folder_of_target(state, target));
  return folder;
}

// Returns one text for all spellings of a folder, which need not exist.
Result<std::string> whole_path_of(const std::string& folder) {
  TRY_ASSIGN(auto absolute, absolute_path(folder));
  std::error_code error;
  const auto whole = fs::weakly_canonical(absolute, error);
  if (error) return fail(Error::io("cannot find", folder, error.value()));
  return whole.string();
}

Result<std::string> followed_folder_of(const std::string& path) {
  return absolute_folder_of(path).and_then(
      [](const fs::path& folder) { return whole_path_of(folder.string()); });
}

Result<fs::path> followed_path_of(const std::string& path) {
  TRY_ASSIGN(const auto folder, followed_folder_of(path));
  TRY_ASSIGN(const auto kind, kind_of_file(path.empty() ? "." : path));
  return kind == FileKind::folder ? fs::path(folder) : folder / fs::path(path).filename();
}

} // namespace

Result<std::string> state_folder_of(const std::string& named, const std::string& path) {
  return named.empty() ? state_folder_of(path) : Result<std::string>(named);
}

Result<std::string> state_folder_of(const std::string& path) {
  return absolute_folder_of(path).and_then(home_of_state).and_then([&](const fs::path& home) {
    return spelled_like(path, home / state_folder_name);
  });
}

Result<std::optional<std::string>> recorded_path(const std::string& path,
                                                 const std::string& state_folder) {
  TRY_ASSIGN(const auto whole, followed_path_of(path));
  TRY_ASSIGN(const auto folder, followed_folder_of(path));
  TRY_ASSIGN(const auto repository, repository_of(folder));
  TRY_ASSIGN(const auto state, whole_path_of(state_folder));
  const fs::path home = repository ? fs::path(*repository) : fs::path(state).parent_path();
  const auto relative = path_below(whole, home);
  if (!relative) return std::nullopt;
  return relative == "." ? std::string() : relative->generic_string();
}

Result<bool> holds_state(const std::string& path, const std::string& state_folder) {
  TRY_ASSIGN(const auto whole, followed_path_of(path));
  return whole_path_of(state_folder).map([&](const std::string& state) {
    return fs::path(state).parent_path() == whole;
  });
}

Result<bool> is_folder_in(const std::string& folder, const std::string& outer) {
  TRY_ASSIGN(const fs::path whole, whole_path_of(folder));
  return whole_path_of(outer).map(
      [&](const std::string& home) { return path_below(whole, home).has_value(); });
}

bool is_at_or_below(std::string_view path, std::string_view outer) {
  if (outer.empty() || path == outer) return true;
  return path.size() > outer.size() && path.starts_with(outer) && path[outer.size()] == '/';
}

Result<std::vector<std::string>> target_folders_of(const std::string& named,
                                                   const std::string& target,
                                                   const std::vector<std::string>& paths) {
  std::vector<std::string> folders;
  std::map<std::string, std::string> spellings;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto folder, target_folder_of(named, target, path));
    TRY_ASSIGN(auto whole, whole_path_of(folder));
    folders.push_back(spellings.try_emplace(std::move(whole), folder).first->second);
  }
  return folders;
}

// A search must not find records, because it would take them for presets.
Status check_not_searched(const std::string& named, const std::string& path) {
  TRY_ASSIGN(const auto folder, state_folder_of(named, path));
  TRY_ASSIGN(const auto kind, kind_of_file(path));
  if (kind != FileKind::folder) return {};
  TRY_ASSIGN(const auto presets, whole_path_of(path));
  TRY_ASSIGN(const auto state, whole_path_of(folder));
  const auto relative = path_below(state, presets);
  const auto is_hidden = [](const fs::path& name) {
    const auto text = name.string();
    return text != "." && (text.starts_with('.') || text.starts_with('_'));
  };
  if (!relative || std::ranges::any_of(*relative, is_hidden)) return {};
  return fail(Error::usage(
      fmt::format("the state folder {} would be searched for presets; nothing was sent", folder),
      "choose a folder outside of the presets, or one whose name begins with '.'"));
}

std::string target_of(const Host& host) {
  auto target = address_of(host);
  std::erase_if(target, [](char c) { return c == '[' || c == ']'; });
  std::replace_if(
      target.begin(), target.end(), [](char c) { return !is_alphanumeric(c, "._-"); }, '_');
  return target;
}

std::string record_name(std::string_view slug) {
  return std::string(slug) + ".json";
}

std::string record_path(const std::string& target_folder, std::string_view slug) {
  return fmt::format("{}/{}", target_folder, record_name(slug));
}

} // namespace mrctl::apply
