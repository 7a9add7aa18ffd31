#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/config/environment.hpp"
#include "mrctl/config/setting.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

// Which source a value came from; a smaller one wins.
enum class OriginKind { flag, environment, profile, fallback };

struct Origin {
  OriginKind kind = OriginKind::fallback;
  // "from --base-url", "from MRCTL_BASE_URL", "from profile work (/…/config.toml:4)", "default"
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
  Problems passed_over;         // warnings: the faults that load() was told to ignore
};

// Whether the profile and the --config file must be there. A command that is about to write them
// (config set, auth login) allows them to be missing.
enum class Missing { refuse, allow };

// What to do about faults in config.toml and variables, and about an unknown profile. A command
// that does not depend on settings, or corrects them, ignores the faults and gets every valid
// value. Faults on the command line are never ignored.
enum class Faults { refuse, pass_over };

// Combines the settings: flag, environment, profile, default. Fails with a usage error if a value
// is wrong, a named file is missing, or no profile has the name; all faults of config.toml are in
// the error's problems, each with its line and column.
[[nodiscard]] Result<Settings> load(const SettingTexts& flags, const Environment& environment,
                                    Missing missing = Missing::refuse,
                                    Faults faults = Faults::refuse);

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

// One line of `config list`: a key of the table, and its value if it has one. A user name and a
// password in the proxy's URL are hidden.
struct NamedValue {
  std::string_view key;
  std::optional<Value> value;
};
[[nodiscard]] std::vector<NamedValue> list_values(const Settings& settings);

// Returns that one line; fails with a usage error for an unknown key.
[[nodiscard]] Result<NamedValue> named_value(const Settings& settings, std::string_view key);

} // namespace mrctl::config
