#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/spec/setting.hpp"

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

using spec::find_setting;
using spec::is_setting;
using spec::Setting;
using spec::setting_of;
using spec::SettingPlace;
using spec::settings;
using spec::SettingTexts;
using spec::SettingValues;

// Returns the row of that key; fails with a usage error that names the nearest key.
[[nodiscard]] Result<const Setting*> require_setting(std::string_view key);

// Returns whether people call the management key so: "api_key", "token".
[[nodiscard]] bool is_name_of_key(std::string_view word);

// Checks a text by the setting's kind; white space around a URL is ignored. `where` begins the
// message: "--timeout", "MRCTL_OUTPUT". Fails with a usage error: "--timeout must be a duration
// such as 500ms, 10s or 2m, got 'soon'".
[[nodiscard]] Status check_text(const Setting& setting, std::string_view text,
                                std::string_view where);

// Checks a value of config.toml in the same way. There the key cannot come from standard input:
// reading it unasked could consume a body.
[[nodiscard]] Status check_stored_text(const Setting& setting, std::string_view text);

// Returns the strings of a list's text, which check_text() has accepted.
[[nodiscard]] std::vector<std::string> list_items(std::string_view text);

// The environment variables of the process. Only app reads them from the system.
struct Environment {
  std::map<std::string, std::string, std::less<>> variables;
};

// Returns the variable's text; empty if it is unset, which means the same as empty.
[[nodiscard]] std::string_view variable_of(const Environment& environment, std::string_view name);

// Returns the first of these variables that is set; without name and text if none is.
struct Variable {
  std::string_view name;
  std::string_view text;
};
[[nodiscard]] Variable first_set(const Environment& environment,
                                 std::initializer_list<std::string_view> names);

// The trusted certificates that the environment names, as curl and OpenSSL read it.
struct Roots {
  std::string_view file;
  std::string_view folder;
};
[[nodiscard]] Roots roots_of(const Environment& environment);

// Which source a value came from; a smaller one wins.
enum class OriginKind { flag, environment, project, profile, fallback };

struct Origin {
  OriginKind kind = OriginKind::fallback;
  // "from --base-url", "from MRCTL_BASE_URL", "from mrctl.toml:4", "from profile work
  // (/…/config.toml:4)", "default"
  std::string detail;
};

struct Value {
  std::string text; // as on the command line: "https://…", "10s", "true", "[\"pass\",\"show\"]"
  Origin origin;
};

// The settings of one run: typed, for commands that use them, and as texts with their origins, for
// those that show them.
struct Settings : spec::SettingValues {
  std::map<std::string, Value, std::less<>> values; // each key of the table that has one
  std::string config_file;                          // empty if there is no place for one (no HOME)
  std::string credentials_file; // beside config_file; empty likewise, and if config_file is not a
                                // regular file
  // The profile of the project's target, if the user does not have it and a flag or a variable
  // gives the base URL; else empty.
  std::string missing_profile{};
  std::optional<Host> host{};                   // of base_url, if it is set
  std::vector<std::string> profiles_with_url{}; // in config.toml
  // A sentence on each variable that begins with MRCTL_ and has the letters of a setting, but is
  // not read.
  std::vector<std::string> unread_variables{};
  // Variables that are set and empty, as CI services set those that a job may not read.
  std::set<std::string_view> empty_variables{};
  Problems passed_over; // warnings: the faults that load() was told to ignore
  Project project;      // without a file if the command uses none
};

// Whether the profile and the --config file must be there. A command that is about to write them
// (config set, auth login) allows them to be missing.
enum class Missing { refuse, allow };

// What to do about faults in config.toml and variables, and about an unknown profile. A command
// that does not depend on settings, or corrects them, ignores the faults and gets every valid
// value. Faults on the command line are never ignored.
enum class Faults { refuse, pass_over };

// Combines the settings: flag, environment, project, profile, default. Fails with a usage error if
// a value is wrong, a named file is missing, or no profile has the name; all faults of config.toml
// are in the error's problems, each with its line and column.
[[nodiscard]] Result<Settings> load(const SettingTexts& flags, const Environment& environment,
                                    Missing missing = Missing::refuse,
                                    Faults faults = Faults::refuse, Project project = {});

// Fails with a usage error if load() could not read the file, so that it continued without it.
// Only commands that change nothing may do that.
[[nodiscard]] Status require_read_file(const Settings& settings);

// Returns the file that load() reads: --config, MRCTL_CONFIG, or mrctl/config.toml in
// $XDG_CONFIG_HOME or $HOME/.config. Empty if none of these is known.
[[nodiscard]] std::string config_file_of(const SettingTexts& flags, const Environment& environment);

// Returns the unchecked text from the flag or the environment, for settings that must be known
// before load() or after it failed, such as error_format. Empty if neither says anything.
[[nodiscard]] std::string peek(const SettingTexts& flags, const Environment& environment,
                               std::string_view key);

// Returns the value with its origin, or null if the setting has neither a value nor a default.
[[nodiscard]] const Value* find_value(const Settings& settings, std::string_view key);

// Gives a setting a value whose text check_text() accepts.
void put(Settings& settings, const Setting& setting, Value value);

// Returns the base URL without a trailing slash; fails with a usage error that says how to set it.
[[nodiscard]] Result<std::string> require_base_url(const Settings& settings);

// One line of `config list`: a key of the table of settings, and its value if it has one; then each
// other key that the project file sets. A user name and a password in the proxy's URL are hidden.
struct NamedValue {
  std::string_view key;
  std::optional<Value> value;
};
[[nodiscard]] std::vector<NamedValue> list_values(const Settings& settings);

// Returns the line of one key; fails with a usage error for an unknown key.
[[nodiscard]] Result<NamedValue> named_value(const Settings& settings, std::string_view key);

// Returns the error on a profile that does not exist, with those that do and how to create it. A
// name may occur twice in `known`.
[[nodiscard]] Error unknown_profile(std::string_view name, std::vector<std::string> known);

// Returns the names that --profile accepts: the default one, those of config.toml and those that
// have a stored key. A name may occur twice. A file that cannot be used has none; one that is not
// regular is not opened.
[[nodiscard]] std::vector<std::string> profile_names(const SettingTexts& flags,
                                                     const Environment& environment);

} // namespace mrctl::config
