#pragma once

#include "mrctl/config/settings.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

// Returns the text of a setting; empty if it has no value.
inline std::string_view text_of(const mrctl::config::Settings& settings, std::string_view key) {
  const auto* value = mrctl::config::find_value(settings, key);
  return value == nullptr ? std::string_view() : value->text;
}

// A home of a test's own, whose environment knows nothing else.
struct Home {
  TemporaryFolder folder;
  mrctl::config::Environment environment{{{"HOME", folder / "home"}, {"PATH", "/usr/bin:/bin"}}};

  [[nodiscard]] std::string config_file() const {
    return folder / "home/.config/mrctl/config.toml";
  }
  void write_config(std::string_view text) const {
    folder.write("home/.config/mrctl/config.toml", text);
  }
  [[nodiscard]] std::string read_config() const {
    return folder.read("home/.config/mrctl/config.toml");
  }

  [[nodiscard]] mrctl::Result<mrctl::config::Settings>
  try_load(const mrctl::spec::SettingTexts& flags = {},
           mrctl::config::Missing missing = mrctl::config::Missing::refuse) const {
    return mrctl::config::load(flags, environment, missing);
  }
  [[nodiscard]] mrctl::config::Settings
  load(const mrctl::spec::SettingTexts& flags = {},
       mrctl::config::Missing missing = mrctl::config::Missing::refuse) const {
    auto settings = try_load(flags, missing);
    REQUIRE_MESSAGE(settings.has_value(), settings.error().message);
    return std::move(*settings);
  }
};
