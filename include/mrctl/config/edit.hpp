#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/settings.hpp"

#include <string_view>

namespace mrctl::config {

// set_value() and unset_value() change one setting of the current profile in config.toml (`profile`
// itself at the top of the file) and leave everything else unchanged, comments included. The
// settings come from load(…, Missing::allow, Faults::pass_over): other errors in the file do not
// matter. If the file is not valid TOML because of the line of the key itself, that line can be
// corrected. Concurrent changes by several processes are serialised.

// Writes `key = value`, the value as on the command line. Fails with a usage error for an unknown
// key, one that is not allowed in config.toml, a wrong value, or a pipe instead of the file; with
// an internal error if the file cannot be written. A relative path is stored absolute, so that it
// means the same from any folder.
[[nodiscard]] Status set_value(const Settings& settings, std::string_view key,
                               std::string_view value);

enum class Unset { removed, was_absent };

// Removes `key`, even if it is unknown or not allowed there. Otherwise fails like set_value().
[[nodiscard]] Result<Unset> unset_value(const Settings& settings, std::string_view key);

// Returns the remaining errors in config.toml, as warnings.
[[nodiscard]] Problems faults_left(const Settings& settings);

} // namespace mrctl::config
