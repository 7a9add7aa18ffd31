#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/spec/setting.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

using spec::find_setting;
using spec::is_setting;
using spec::Setting;
using spec::setting_of;
using spec::SettingKind;
using spec::SettingPlace;
using spec::settings;
using spec::SettingTexts;
using spec::SettingValues;

// Returns the row of that key; fails with a usage error that names the nearest key.
[[nodiscard]] Result<const Setting*> require_setting(std::string_view key);

// Checks a text by the setting's kind. `where` begins the message: "--timeout", "MRCTL_OUTPUT".
// Fails with a usage error: "--timeout must be a duration such as 500ms, 10s or 2m, got 'soon'".
[[nodiscard]] Status check_text(const Setting& setting, std::string_view text,
                                std::string_view where);

// The same for a value of config.toml. There the key cannot come from standard input: reading it
// unasked could consume a body.
[[nodiscard]] Status check_stored_text(const Setting& setting, std::string_view text);

// Returns the strings of a list's text, which check_text() has accepted.
[[nodiscard]] std::vector<std::string> list_items(std::string_view text);

} // namespace mrctl::config
