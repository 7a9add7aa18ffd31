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

// A value of a file, its place, and what its row says.
struct Cell {
  const TomlValue& value;
  std::string pointer;
  std::string_view name; // of the key
  Takes takes = Takes::text;
  Range range{}; // of a number
  spec::Rows<std::string_view> choices{};
};

// config.toml may hold keys of the service by mistake, so that not every line of it is shown.
enum class TomlFile : std::uint8_t { config, project };

// Checks the values of one file by the table of kinds, and collects its faults.
class TableReader {
public:
  TableReader(const ConfigFile& file, TomlFile kind) : file_(file), kind_(kind) {}

protected:
  // Returns whether the value has the type; `what` says what it must be: "true or false".
  bool is_of(ValueType type, const Cell& cell, std::string_view what);
  // Returns whether the value is an array; each element that is no text is a fault.
  bool is_list(const Cell& cell);
  // Returns whether the value is of its kind, and as the setting of that name must be.
  bool is_valid(const Cell& cell);

  // `known` are the keys of the table, `form` is that of a table whose name anybody chooses.
  void add_unknown(const TomlMember& member, const std::string& pointer,
                   const std::vector<std::string_view>& known, std::string_view form = {});
  // Adds a problem, with its line if no secret can stand in it.
  void add(TextPoint at, Problem problem);
  void add_without_line(TextPoint at, Problem problem);

  const ConfigFile& file_;
  Problems problems_;

private:
  [[nodiscard]] std::string rule_id(std::string_view rule) const;

  TomlFile kind_;
};

[[nodiscard]] Error unknown_setting(std::string_view key);

// Returns what to write in place of a text for a program and its arguments.
[[nodiscard]] std::string advice_on_program(std::string_view text);

} // namespace mrctl::config
