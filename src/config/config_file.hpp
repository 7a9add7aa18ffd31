#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/spec/advice.hpp"

#include "toml_document.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

inline constexpr std::size_t largest_config_file = 1024 * 1024;

// The most problems of one file that are shown; the others are counted.
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

// The most names that an error lists.
inline constexpr std::size_t most_named = 10;

// Returns the usage error for a file with these problems, of which it has the first.
[[nodiscard]] Error error_of(const std::string& path, Problems problems);

// Converts an error to warnings: its problems, or its message and hint.
[[nodiscard]] Problems as_warnings(const Error& error);

// Waits until no other mrctl is changing files in the folder of a file (links are followed), and
// makes others wait until the lock is destroyed. Creates the folder if it is missing. Fails with a
// usage error if the file is not regular, such as /dev/null.
[[nodiscard]] Result<HeldLock> lock_beside(const std::string& path);

// A key that its file does not have, or a setting that 'config set' does not know.
struct UnknownKey {
  enum class Place : std::uint8_t { anywhere, project_file, config_file, command };

  Place place;
  std::string_view key;
  const std::vector<std::string_view>& known;
  std::string_view form{}; // of a table whose name anybody chooses: "[targets.{}]"

  [[nodiscard]] bool is_at(Place other) const { return other == Place::anywhere || other == place; }
};

// Returns what other tools' key is called here, the nearest of the keys, the form of a table, or
// all keys.
[[nodiscard]] std::string advice_on_key(const UnknownKey& unknown);

[[nodiscard]] Error unknown_setting(std::string_view key);

// Returns whether a project file may not set it: a setting, or a key of the service.
[[nodiscard]] bool may_not_be_set(std::string_view key);

// Returns how else it is set: "use --timeout, or 'mrctl config set timeout VALUE'".
[[nodiscard]] std::string instead_of_key(std::string_view key);

// Returns where a key of the whole project file belongs.
[[nodiscard]] std::string place_of_key(std::string_view key);

// Returns what to write for a value that has not this type.
[[nodiscard]] std::string advice_on_type(const TomlValue& value, TomlType type, Takes takes);

// Returns the nearest check that can be assumed, or all.
[[nodiscard]] std::string advice_on_code(std::string_view text);

// Returns how a price is written that is no decimal number, or a negative one.
[[nodiscard]] std::string advice_on_price(std::string_view text);

// Returns what to write in place of a text for a program and its arguments.
[[nodiscard]] std::string advice_on_program(std::string_view text);

} // namespace mrctl::config
