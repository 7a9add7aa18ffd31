#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/config/setting.hpp"

#include "toml_document.hpp"

#include <string>
#include <string_view>

namespace mrctl::config {

inline constexpr std::size_t largest_config_file = 1024 * 1024;

// A config.toml that has been read and found right.
struct ConfigFile {
  std::string path;
  std::string text;
  TomlValue root;
};

// Parses and checks the text of a config.toml strictly: keys, types and values. Fails with a usage
// error whose problems say where each fault stands.
[[nodiscard]] Result<ConfigFile> read_config(std::string path, std::string text);

// Returns the table [profiles.NAME], or null.
[[nodiscard]] const TomlMember* find_profile(const TomlValue& root, std::string_view name);

// Returns a value of the file as text of the command line; an array becomes a JSON array.
[[nodiscard]] std::string text_of_value(const TomlValue& value);

// Returns a usage error with one problem, at a place of the file.
[[nodiscard]] Error config_error(const ConfigFile& file, TextPoint at, Problem problem);

} // namespace mrctl::config
