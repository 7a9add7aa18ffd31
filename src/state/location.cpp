#include "mrctl/state/location.hpp"

#include "mrctl/base/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace mrctl::state {

namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

fs::path absolute_folder_of(const fs::path& path) {
  std::error_code error;
  auto absolute = fs::absolute(path.empty() ? fs::path(".") : path, error).lexically_normal();
  if (!absolute.has_filename()) absolute = absolute.parent_path(); // "presets/"
  return fs::is_directory(absolute, error) ? absolute : absolute.parent_path();
}

std::optional<fs::path> nearest_with_state(fs::path folder) {
  for (;; folder = folder.parent_path()) {
    if (is_there(folder / state_folder_name)) return folder;
    if (is_there(folder / ".git") || folder == folder.parent_path()) return std::nullopt;
  }
}

// As the user would write it, if the user's own path was relative.
fs::path spelled_like(const fs::path& path, const fs::path& absolute) {
  std::error_code error;
  if (path.is_absolute()) return absolute;
  auto relative = absolute.lexically_relative(fs::current_path(error));
  return error || relative.empty() ? absolute : relative;
}

bool is_in_a_target(char c) {
  return is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
}

} // namespace

std::string state_folder_of(const std::string& path) {
  const auto folder = absolute_folder_of(path);
  const auto home = nearest_with_state(folder).value_or(folder);
  return (spelled_like(path, home) / state_folder_name).lexically_normal().string();
}

std::string target_folder_of(const Whereabouts& where, const std::string& path) {
  return fmt::format("{}/{}", where.folder.empty() ? state_folder_of(path) : where.folder,
                     where.target);
}

std::string target_of(const Host& host) {
  auto target = address_of(host);
  std::erase_if(target, [](char c) { return c == '[' || c == ']'; });
  std::replace_if(
      target.begin(), target.end(), [](char c) { return !is_in_a_target(c); }, '_');
  return target;
}

std::string record_name(std::string_view slug) {
  return std::string(slug) + ".json";
}

std::string record_path(const std::string& target_folder, std::string_view slug) {
  return fmt::format("{}/{}", target_folder, record_name(slug));
}

} // namespace mrctl::state
