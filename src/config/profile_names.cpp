#include "mrctl/config/profile_names.hpp"

#include "mrctl/base/file.hpp"

#include "config_file.hpp"
#include "stored_keys.hpp"

#include <utility>

namespace mrctl::config {

namespace {

bool is_regular(const std::string& path) {
  return kind_of_file(path) == FileKind::regular;
}

std::vector<std::string> names_in(const std::string& path) {
  if (!is_regular(path)) return {};
  const auto file = read_file(path, largest_config_file).and_then([&](std::string text) {
    return parse_config(path, std::move(text));
  });
  if (!file) return {};
  std::vector<std::string> names;
  if (const auto* profiles = find_toml_member(file->root, "profiles"))
    for (const auto& profile : profiles->value.members)
      names.push_back(profile.key);
  return names;
}

} // namespace

std::vector<std::string> profile_names(const SettingTexts& flags, const Environment& environment) {
  const auto path = config_file_of(flags, environment);
  std::vector<std::string> names{std::string(setting_of(&SettingValues::profile).fallback)};
  for (auto& name : names_in(path))
    names.push_back(std::move(name));
  if (const auto keys = credentials_file_beside(path); is_regular(keys))
    for (auto& name : profiles_with_keys(keys))
      names.push_back(std::move(name));
  return names;
}

} // namespace mrctl::config
