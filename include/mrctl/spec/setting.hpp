#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/spec/flag.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// When output is coloured (--color).
enum class WhenColoured : std::uint8_t { automatically, always, never };

// The names, each at the position of its value.
inline constexpr std::array<std::string_view, 3> when_coloured_names{"auto", "always", "never"};
static_assert(when_coloured_names.size() == static_cast<std::size_t>(WhenColoured::never) + 1);

// The settings as commands use them. A setting without a value is empty, zero or off.
struct SettingValues {
  std::string base_url;
  std::string profile;
  std::string config;
  std::string api_key_file;
  std::vector<std::string> credential_command;
  std::optional<Format> output;
  WhenColoured color = WhenColoured::automatically;
  ErrorFormat error_format = ErrorFormat::text;
  Duration timeout{};
  Duration connect_timeout{};
  int retries = 0;
  int jobs = 0;
  std::string proxy;
  std::string ca_cert;
  std::string client_cert;
  std::string client_key;
  bool insecure = false;
  bool strip = false;
  std::string project;
  std::string target;
  std::string state;
  std::string state_branch;
  std::string state_remote;
};

// Where a setting's value is kept. The type of the member decides how its text is read.
using SettingMember =
    MemberOf<SettingValues, std::string, std::vector<std::string>, std::optional<Format>,
             WhenColoured, ErrorFormat, Duration, int, bool>;

// The texts of settings, such as those that flags gave, by key: "base_url".
using SettingTexts = std::map<std::string, std::string, std::less<>>;

// Where a setting is allowed in config.toml.
enum class SettingPlace : std::uint8_t { nowhere, top, profile };

// Which commands have the flag of a setting: all, or those whose rows name it.
enum class FlagOf : std::uint8_t { every_command, some_commands };

// One row of the table of settings. Members that do not apply are empty.
struct Setting {
  std::string_view key; // "base_url", in config.toml and for `config get`
  SettingMember member;
  std::string_view flag{}; // "--base-url"
  char letter = 0;         // the flag's short form
  std::string_view value_name{};
  FlagOf flag_of = FlagOf::every_command;
  std::string_view variable{}; // "MRCTL_BASE_URL"
  SettingPlace place = SettingPlace::nowhere;
  std::string_view fallback{}; // the default, as text
  std::string_view help;       // one line
  Rows<std::string_view> choices{};
  Takes takes = Takes::text;
  Range range{}; // of a number
};

// The table, in the order in which they are listed.
// clang-format off
inline constexpr std::array setting_rows{
    Setting{.key = "base_url", .member = &SettingValues::base_url, .flag = "--base-url", .value_name = "URL", .variable = "MRCTL_BASE_URL", .place = SettingPlace::profile, .help = "base URL of the service, ending in /api/v1", .takes = Takes::url},
    Setting{.key = "profile", .member = &SettingValues::profile, .flag = "--profile", .value_name = "NAME", .variable = "MRCTL_PROFILE", .place = SettingPlace::top, .fallback = "default", .help = "profile of config.toml to use", .takes = Takes::profile},
    Setting{.key = "config", .member = &SettingValues::config, .flag = "--config", .value_name = "FILE", .variable = "MRCTL_CONFIG", .help = "configuration file to read instead of config.toml", .takes = Takes::file},
    Setting{.key = "api_key_file", .member = &SettingValues::api_key_file, .flag = "--api-key-file", .value_name = "FILE", .variable = "MRCTL_API_KEY_FILE", .place = SettingPlace::profile, .help = "file that contains the management key; - is standard input", .takes = Takes::file},
    Setting{.key = "credential_command", .member = &SettingValues::credential_command, .place = SettingPlace::profile, .help = "program that prints the management key; run without a shell", .takes = Takes::program},
    Setting{.key = "output", .member = &SettingValues::output, .flag = "--output", .letter = 'o', .value_name = "FORMAT", .variable = "MRCTL_OUTPUT", .place = SettingPlace::profile, .help = "output format; on a pipe, the variable and the setting are ignored", .choices = format_names, .takes = Takes::format},
    Setting{.key = "color", .member = &SettingValues::color, .flag = "--color", .value_name = "WHEN", .place = SettingPlace::profile, .fallback = "auto", .help = "when to use colour", .choices = when_coloured_names},
    Setting{.key = "error_format", .member = &SettingValues::error_format, .flag = "--error-format", .value_name = "FORMAT", .variable = "MRCTL_ERROR_FORMAT", .fallback = "text", .help = "format of error messages", .choices = error_format_names},
    Setting{.key = "timeout", .member = &SettingValues::timeout, .flag = "--timeout", .value_name = "DURATION", .place = SettingPlace::profile, .fallback = "60s", .help = "time limit for all attempts together, for example 30s; 0 is none", .takes = Takes::duration},
    Setting{.key = "connect_timeout", .member = &SettingValues::connect_timeout, .flag = "--connect-timeout", .value_name = "DURATION", .place = SettingPlace::profile, .fallback = "10s", .help = "time limit for connecting; 0 is none", .takes = Takes::duration},
    Setting{.key = "retries", .member = &SettingValues::retries, .flag = "--retries", .value_name = "N", .place = SettingPlace::profile, .fallback = "2", .help = "maximum retries of requests that are safe to repeat", .takes = Takes::count, .range = {0, 100}},
    Setting{.key = "jobs", .member = &SettingValues::jobs, .flag = "--jobs", .value_name = "N", .place = SettingPlace::profile, .fallback = "8", .help = "maximum concurrent requests, 1 to 100", .takes = Takes::count, .range = {1, 100}},
    Setting{.key = "proxy", .member = &SettingValues::proxy, .flag = "--proxy", .value_name = "URL", .place = SettingPlace::profile, .help = "URL of the proxy to use"},
    Setting{.key = "ca_cert", .member = &SettingValues::ca_cert, .flag = "--ca-cert", .value_name = "FILE", .place = SettingPlace::profile, .help = "file of trusted certificates, instead of the system's", .takes = Takes::file},
    Setting{.key = "client_cert", .member = &SettingValues::client_cert, .flag = "--client-cert", .value_name = "FILE", .place = SettingPlace::profile, .help = "file of the client certificate", .takes = Takes::file},
    Setting{.key = "client_key", .member = &SettingValues::client_key, .flag = "--client-key", .value_name = "FILE", .place = SettingPlace::profile, .help = "file of the client certificate's private key", .takes = Takes::file},
    Setting{.key = "insecure", .member = &SettingValues::insecure, .flag = "--insecure", .fallback = "false", .help = "accept any certificate, and send the key over plain http", .takes = Takes::boolean},
    Setting{.key = "strip", .member = &SettingValues::strip, .flag = "--strip", .flag_of = FlagOf::some_commands, .place = SettingPlace::profile, .fallback = "false", .help = "before sending, remove what a preset does not keep", .takes = Takes::boolean},
    Setting{.key = "project", .member = &SettingValues::project, .flag = "--project", .value_name = "FILE", .flag_of = FlagOf::some_commands, .variable = "MRCTL_PROJECT", .help = "project file; the default is mrctl.toml in this folder or above it in the repository, and empty is none", .takes = Takes::file},
    Setting{.key = "target", .member = &SettingValues::target, .flag = "--target", .value_name = "NAME", .flag_of = FlagOf::some_commands, .variable = "MRCTL_TARGET", .place = SettingPlace::profile, .help = "target of the project file, or name of the recorded state to use; the default is the host of the service", .takes = Takes::target},
    Setting{.key = "state", .member = &SettingValues::state, .flag = "--state", .value_name = "DIR", .flag_of = FlagOf::some_commands, .variable = "MRCTL_STATE", .help = "folder of the recorded state; the default is .mrctl beside the presets", .takes = Takes::folder},
    Setting{.key = "state_branch", .member = &SettingValues::state_branch, .flag = "--state-branch", .value_name = "BRANCH", .flag_of = FlagOf::some_commands, .variable = "MRCTL_STATE_BRANCH", .help = "git branch of the recorded state, instead of a folder"},
    Setting{.key = "state_remote", .member = &SettingValues::state_remote, .variable = "MRCTL_STATE_REMOTE", .fallback = "origin", .help = "git remote that has the state branch; empty in the project file: this repository", .takes = Takes::remote},
};
// clang-format on

[[nodiscard]] constexpr std::span<const Setting> settings() {
  return setting_rows;
}

// Returns the row of that key, or null.
[[nodiscard]] constexpr const Setting* find_setting(std::string_view key) {
  return find_row(setting_rows, &Setting::key, key);
}

// Returns whether the value of a setting is that member.
template <class Type>
[[nodiscard]] constexpr bool is_setting(const Setting& setting, Type SettingValues::*member) {
  return setting.member == SettingMember(member);
}

// Returns the row of a member: setting_of(&SettingValues::profile).
template <class Type>
[[nodiscard]] constexpr const Setting& setting_of(Type SettingValues::*member) {
  return *std::ranges::find_if(setting_rows,
                               [&](const Setting& row) { return is_setting(row, member); });
}

// Returns the text of a member's setting, or null if there is none.
template <class Type>
[[nodiscard]] const std::string* given_text(const SettingTexts& texts,
                                            Type SettingValues::*member) {
  const auto found = texts.find(setting_of(member).key);
  return found == texts.end() ? nullptr : &found->second;
}

// Returns the flag of a setting that has one.
[[nodiscard]] constexpr Flag flag_of(const Setting& setting) {
  const bool is_switch = setting.takes == Takes::boolean;
  return {.name = setting.flag,
          .member = &setting,
          .letter = setting.letter,
          .value_name = setting.value_name,
          .help = setting.help,
          .choices = setting.choices,
          .fallback = is_switch ? std::string_view() : setting.fallback,
          .takes = setting.takes,
          .range = setting.range};
}

} // namespace mrctl::spec
