#pragma once

#include "mrctl/base/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::config {

enum class SettingKind {
  text,
  url, // http or https, a host, no user name, query or fragment
  path,
  choice,   // one of `choices`
  duration, // "10s"; see parse_duration()
  count,    // 0 to 100
  quantity, // 1 to 100
  name,     // letters, digits, ".", "_" and "-", not dots alone: a part of a path
  boolean,  // true or false
  list,     // strings, at least one; as text a JSON array
};

// Whether values of the kind are integers in config.toml.
[[nodiscard]] constexpr bool is_integer(SettingKind kind) {
  return kind == SettingKind::count || kind == SettingKind::quantity;
}

// Where a setting is allowed in config.toml.
enum class SettingPlace { nowhere, top, profile };

// One row of the table of settings. Members that do not apply are empty.
struct Setting {
  std::string_view key;      // "base_url", in config.toml and for `config get`
  std::string_view flag;     // "--base-url"
  std::string_view variable; // "MRCTL_BASE_URL"
  SettingKind kind = SettingKind::text;
  SettingPlace place = SettingPlace::nowhere;
  std::string_view fallback; // the default, as text
  std::string_view help;     // one line
  std::span<const std::string_view> choices{};
};

// All settings, in the order in which they are listed.
[[nodiscard]] std::span<const Setting> settings();

// Returns the row of that key, or null.
[[nodiscard]] const Setting* find_setting(std::string_view key);

// Returns the row of that key; fails with a usage error that names the nearest key.
[[nodiscard]] Result<const Setting*> require_setting(std::string_view key);

// Checks a text by the setting's kind. `where` begins the message: "--timeout", "MRCTL_OUTPUT".
// Fails with a usage error: "--timeout must be a duration such as 500ms, 10s or 2m, got 'soon'".
[[nodiscard]] Status check_text(const Setting& setting, std::string_view text,
                                std::string_view where);

// Returns the strings of a list's text, which check_text() has accepted.
[[nodiscard]] std::vector<std::string> list_items(std::string_view text);

} // namespace mrctl::config
