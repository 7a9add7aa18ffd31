#pragma once

#include "config_file.hpp"
#include "config_text.hpp"

#include <string>

namespace mrctl::config {

// Parses the text of a config.toml in which a key is to be changed. If the only invalid line
// assigns that key in that table, returns the file without the line. Fails as parse_config() does,
// with a hint.
[[nodiscard]] Result<ConfigFile> parse_or_mend(const std::string& path, const std::string& text,
                                               const KeyPath& key);

} // namespace mrctl::config
