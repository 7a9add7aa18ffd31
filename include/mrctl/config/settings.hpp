#pragma once

#include "mrctl/base/duration.hpp"
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

// The settings that hold for one run: each key of the table that has a value.
struct Settings {
  std::map<std::string, Value, std::less<>> values;
  std::string config_file;      // empty where there is no place for one (no HOME)
  std::string credentials_file; // beside config_file; empty likewise, and beside what is no file
  Problems passed_over;         // warnings: what load() was told to pass over
};

// The global flags as they were given: the setting's key ("base_url") and the raw text.
using FlagValues = std::map<std::string, std::string, std::less<>>;

// Whether the profile and the --config file must be there. A command that is about to write them
// (config set, auth login) allows them to be missing.
enum class Missing { refuse, allow };

// What is to become of faults in config.toml, in variables, and of a profile that is nowhere. A
// command that does not depend on settings, or mends them, passes them over: it gets every value
// that is right. What the command line says is never passed over.
enum class Faults { refuse, pass_over };

// Puts the settings together: flag, environment, profile, default. Fails with a usage error where a
// value is wrong, a named file is missing, or no profile has the name; what is wrong inside
// config.toml is in the error's problems, all of it, each with its line and column.
[[nodiscard]] Result<Settings> load(const FlagValues& flags, const Environment& environment,
                                    Missing missing = Missing::refuse,
                                    Faults faults = Faults::refuse);

// Returns the file that load() reads: --config, MRCTL_CONFIG, or mrctl/config.toml in
// $XDG_CONFIG_HOME or $HOME/.config. Empty where none of these is known.
[[nodiscard]] std::string config_file_of(const FlagValues& flags, const Environment& environment);

// Returns a text as flag or environment give it, unchecked: for what must be known before load(),
// or although it failed, such as error_format. Empty where neither says anything.
[[nodiscard]] std::string peek(const FlagValues& flags, const Environment& environment,
                               std::string_view key);

// Returns the value with its origin, or null where the setting has neither a value nor a default.
[[nodiscard]] const Value* find_value(const Settings& settings, std::string_view key);

// Typed readers. Text is empty, a duration no limit, a count 0 and a switch off where there is no
// value.
[[nodiscard]] std::string_view text_of(const Settings& settings, std::string_view key);
[[nodiscard]] Duration duration_of(const Settings& settings, std::string_view key);
[[nodiscard]] int count_of(const Settings& settings, std::string_view key);
[[nodiscard]] bool is_on(const Settings& settings, std::string_view key);
[[nodiscard]] std::string_view profile_of(const Settings& settings);

// Returns the base URL without a trailing slash; fails with a usage error that says how to give
// one.
[[nodiscard]] Result<std::string> require_base_url(const Settings& settings);

// One line of `config list`: a key of the table, and its value where it has one. A user name and a
// password in the proxy's URL are hidden.
struct NamedValue {
  std::string_view key;
  std::optional<Value> value;
};
[[nodiscard]] std::vector<NamedValue> list_values(const Settings& settings);

// Returns that one line; fails with a usage error for an unknown key.
[[nodiscard]] Result<NamedValue> named_value(const Settings& settings, std::string_view key);

} // namespace mrctl::config
