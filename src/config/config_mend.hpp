#pragma once

#include "config_file.hpp"
#include "config_text.hpp"

#include <string>

namespace mrctl::config {

// Parses the text of a config.toml in which a key is to be changed. Where it is no TOML because of
// one line that assigns that key in that table, the file comes without the line. Fails as
// parse_config() does, with a hint.
[[nodiscard]] Result<ConfigFile> parse_or_mend(const std::string& path, const std::string& text,
                                               const KeyPath& key);

} // namespace mrctl::config
