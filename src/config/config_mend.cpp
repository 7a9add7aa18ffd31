#include "config_mend.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace mrctl::config {

namespace {

// The table that a line is in: a profile, or nothing for the top of the file.
std::string profile_at(const TomlValue& root, std::size_t line) {
  std::string name;
  std::size_t begin = 0;
  if (const auto* profiles = find_toml_member(root, "profiles"))
    for (const auto& profile : profiles->value.members)
      if (profile.at.line < line && profile.at.line > begin) {
        name = profile.key;
        begin = profile.at.line;
      }
  return name;
}

bool assigns(std::string_view line, std::string_view key) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(key)) return false;
  line.remove_prefix(key.size());
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with('=');
}

// If the only invalid line is one of the key, returns the file without it; else the error.
Result<ConfigFile> mended(const Error& error, const std::string& path, const std::string& text,
                          const KeyPath& key) {
  const auto refused = [&] { return fail(Error(error).with_hint("edit it by hand")); };
  const auto line = error.problems.front().place->line;
  const auto content = line_of(text, line);
  if (!assigns(content, key.key)) return refused();
  const auto begin = static_cast<std::size_t>(content.data() - text.data());
  const auto end = std::min(text.find('\n', begin), text.size() - 1) + 1;
  auto file = parse_config(path, text.substr(0, begin) + text.substr(end));
  if (file && profile_at(file->root, line) == key.profile) return file;
  return refused();
}

} // namespace

Result<ConfigFile> parse_or_mend(const std::string& path, const std::string& text,
                                 const KeyPath& key) {
  auto file = parse_config(path, text);
  return file ? std::move(file) : mended(file.error(), path, text, key);
}

} // namespace mrctl::config
