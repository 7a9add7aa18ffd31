#pragma once

#include "mrctl/config/settings.hpp"

#include <string>
#include <vector>

namespace mrctl::config {

// Returns the names that --profile accepts: the default one, those of config.toml and those that
// have a stored key. A name may occur twice. A file that cannot be used has none; one that is not
// regular is not opened.
[[nodiscard]] std::vector<std::string> profile_names(const SettingTexts& flags,
                                                     const Environment& environment);

} // namespace mrctl::config
