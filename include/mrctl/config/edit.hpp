#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/config/settings.hpp"

#include <string_view>

namespace mrctl::config {

// Both change one setting in config.toml and leave everything else, comments included, as it
// stands: in the table of the current profile, `profile` at the top of the file. The settings come
// from load(…, Missing::allow, Faults::pass_over): what else is wrong in the file does not matter.
// Where the text is no TOML, a line of the key itself can be mended, and nothing else. Changes of
// several processes at once happen one after the other.

// Writes `key = value`, the value as on the command line. Fails with a usage error for an unknown
// key, one that config.toml may not hold, a wrong value, or a pipe instead of the file; with an
// internal error where the file cannot be written. A relative path is stored absolute, so that it
// means the same from any folder.
[[nodiscard]] Status set_value(const Settings& settings, std::string_view key,
                               std::string_view value);

enum class Unset { removed, was_absent };

// Removes `key`, also one that is unknown or may not stand there, where it does; else fails as
// set_value() does.
[[nodiscard]] Result<Unset> unset_value(const Settings& settings, std::string_view key);

// Returns what is still wrong in config.toml, as warnings.
[[nodiscard]] Problems faults_left(const Settings& settings);

} // namespace mrctl::config
