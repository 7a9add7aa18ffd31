#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/config/settings.hpp"

#include "toml_document.hpp"

#include <string>
#include <string_view>

namespace mrctl::config {

inline constexpr std::size_t largest_config_file = 1024 * 1024;

// Of the problems of one file; the others are counted.
inline constexpr std::size_t most_shown = 100;

// A parsed config.toml.
struct ConfigFile {
  std::string path;
  std::string text;
  TomlValue root{};
};

// Parses the text of a config.toml, without checking keys and values. Fails with a usage error
// whose problem says where the text is not valid TOML.
[[nodiscard]] Result<ConfigFile> parse_config(std::string path, std::string text);

// Returns what is wrong with keys, types and values, each at its place.
[[nodiscard]] Problems problems_in(const ConfigFile& file);

// Removes every member that a problem is about.
void drop_faulty_members(ConfigFile& file, const Problems& problems);

// Parses and checks the text of a config.toml strictly: keys, types and values. Fails with a usage
// error with a problem for each fault, at its place.
[[nodiscard]] Result<ConfigFile> read_config(std::string path, std::string text);

// Returns the table [profiles.NAME], or null.
[[nodiscard]] const TomlMember* find_profile(const TomlValue& root, std::string_view name);

// Returns a value of the file as it would be written on the command line; an array becomes a JSON
// array.
[[nodiscard]] std::string text_of_value(const TomlValue& value);

// How many names an error lists.
inline constexpr std::size_t most_named = 10;

// Returns the usage error for a file with these problems, of which it has the first.
[[nodiscard]] Error error_of(const std::string& path, Problems problems);

// Converts an error to warnings: its problems, or its message and hint.
[[nodiscard]] Problems as_warnings(const Error& error);

// Returns a usage error with one problem, at a place of the file.
[[nodiscard]] Error config_error(const ConfigFile& file, TextPoint at, Problem problem);

// Waits until no other mrctl is changing files in the folder of a file (links are followed), and
// makes others wait until the lock is destroyed. Creates the folder if it is missing. Fails with a
// usage error if the file is not regular, such as /dev/null.
[[nodiscard]] Result<HeldLock> lock_beside(const std::string& path);

} // namespace mrctl::config
