#include "mrctl/config/setting.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/output_format.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace mrctl::config {

namespace {

constexpr std::array<std::string_view, 3> colors{"auto", "always", "never"};

using enum SettingKind;
using enum SettingPlace;

// clang-format off
constexpr std::array table{
    Setting{"base_url", "--base-url", "MRCTL_BASE_URL", url, profile, "", "base URL of the service, ending in /api/v1"},
    Setting{"profile", "--profile", "MRCTL_PROFILE", text, top, "default", "profile of config.toml to use"},
    Setting{"config", "--config", "MRCTL_CONFIG", path, nowhere, "", "configuration file to read instead of config.toml"},
    Setting{"api_key_file", "--api-key-file", "MRCTL_API_KEY_FILE", path, profile, "", "file that contains the management key; - is standard input"},
    Setting{"credential_command", "", "", list, profile, "", "program that prints the management key; run without a shell"},
    Setting{"output", "--output", "MRCTL_OUTPUT", choice, profile, "", "output format; the environment and the profile apply on a terminal only", format_names},
    Setting{"color", "--color", "", choice, profile, "auto", "when to use colour", colors},
    Setting{"error_format", "--error-format", "MRCTL_ERROR_FORMAT", choice, nowhere, "text", "format of error messages", error_format_names},
    Setting{"timeout", "--timeout", "", duration, profile, "60s", "time limit for all attempts together; 0 is none"},
    Setting{"connect_timeout", "--connect-timeout", "", duration, profile, "10s", "time limit for connecting; 0 is none"},
    Setting{"retries", "--retries", "", count, profile, "2", "maximum retries of requests that are safe to repeat"},
    Setting{"jobs", "--jobs", "", quantity, profile, "8", "maximum concurrent requests"},
    Setting{"proxy", "--proxy", "", text, profile, "", "URL of a proxy"},
    Setting{"ca_cert", "--ca-cert", "", path, profile, "", "file of trusted certificates"},
    Setting{"client_cert", "--client-cert", "", path, profile, "", "file of the client certificate"},
    Setting{"client_key", "--client-key", "", path, profile, "", "file of the client certificate's private key"},
    Setting{"insecure", "--insecure", "", boolean, nowhere, "false", "accept any certificate, and send the key over plain http"},
    Setting{"strip", "--strip", "", boolean, profile, "false", "before sending, remove what a preset does not keep"},
    Setting{"target", "--target", "MRCTL_TARGET", name, profile, "", "name of the state that preset plan and apply use; default: the host"},
    Setting{"state", "--state", "MRCTL_STATE", path, nowhere, "", "state folder of preset plan and apply; default: .mrctl beside the presets"},
};
// clang-format on

constexpr bool rows_are_complete() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& row = table[i];
    if (row.key.empty() || row.help.empty()) return false;
    if ((row.kind == choice) == row.choices.empty()) return false;
    if (row.flag.empty() && row.place == nowhere) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (table[j].key == row.key) return false;
  }
  return true;
}
static_assert(rows_are_complete());

constexpr int largest_count = 100;

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

bool is_plain_text(std::string_view value) {
  return !value.empty() && std::none_of(value.begin(), value.end(), is_control);
}

bool is_duration(std::string_view value) {
  return parse_duration(value).has_value();
}

bool is_count(std::string_view value) {
  int number = -1;
  const auto* end = value.data() + value.size();
  const auto parsed = std::from_chars(value.data(), end, number);
  return parsed.ec == std::errc{} && parsed.ptr == end && number >= 0 && number <= largest_count;
}

bool is_quantity(std::string_view value) {
  return is_count(value) && value.find_first_not_of('0') != std::string_view::npos;
}

bool belongs_to_name(char c) {
  return is_alphanumeric(c) || c == '.' || c == '_' || c == '-';
}

bool is_name(std::string_view value) {
  return std::all_of(value.begin(), value.end(), belongs_to_name) &&
         value.find_first_not_of('.') != std::string_view::npos;
}

bool is_boolean(std::string_view value) {
  return value == "true" || value == "false";
}

// The words of a command: the name of a program has no control characters, and no argument can
// contain a zero byte.
bool is_list(std::string_view value) {
  const auto words = list_items(value);
  return !words.empty() && is_plain_text(words.front()) &&
         std::none_of(words.begin(), words.end(),
                      [](const std::string& word) { return word.find('\0') != std::string::npos; });
}

struct Rule {
  bool (*holds)(std::string_view value);
  std::string_view what;
  std::string_view hint{};
};

Rule rule_of(SettingKind kind) {
  switch (kind) {
  case duration:
    return {is_duration, "a duration such as 500ms, 10s or 2m",
            "the units are ms, s, m and h; a number alone is seconds"};
  case count:
    return {is_count, "a whole number from 0 to 100"};
  case quantity:
    return {is_quantity, "a whole number from 1 to 100"};
  case name:
    return {is_name, "a name of letters, digits, '.', '_' and '-', not only dots"};
  case boolean:
    return {is_boolean, "true or false"};
  case list:
    return {is_list, R"(a JSON array of strings such as ["pass","show"], starting with a program)",
            "pass each word as an argument: mrctl config set credential_command pass show NAME"};
  default:
    return {is_plain_text, "a non-empty text without control characters"};
  }
}

// The URL of a proxy may contain a password, and a key may have been given instead of a file or a
// program by mistake.
bool may_be_shown(SettingKind kind) {
  return kind != text && kind != path && kind != list;
}

Status check_choice(const Setting& setting, std::string_view value, std::string_view where) {
  if (std::find(setting.choices.begin(), setting.choices.end(), value) != setting.choices.end())
    return {};
  const auto nearest = nearest_word(value, setting.choices);
  return fail(Error::usage(
      fmt::format("{} must be one of {}; got '{}'", where, fmt::join(setting.choices, ", "), value),
      nearest.empty() ? std::string() : fmt::format("did you mean '{}'?", nearest)));
}

} // namespace

std::span<const Setting> settings() {
  return table;
}

const Setting* find_setting(std::string_view key) {
  const auto* found =
      std::find_if(table.begin(), table.end(), [&](const Setting& row) { return row.key == key; });
  return found == table.end() ? nullptr : found;
}

Result<const Setting*> require_setting(std::string_view key) {
  if (const auto* setting = find_setting(key)) return setting;
  std::vector<std::string_view> keys(table.size());
  std::transform(table.begin(), table.end(), keys.begin(),
                 [](const Setting& row) { return row.key; });
  return fail(Error::unknown_word("setting", key, nearest_word(key, keys),
                                  "'mrctl config list' shows all of them"));
}

Status check_text(const Setting& setting, std::string_view value, std::string_view where) {
  if (setting.kind == choice) return check_choice(setting, value, where);
  if (setting.kind == url) return host_of(value, where).map([](const Host&) {});
  const auto rule = rule_of(setting.kind);
  if (rule.holds(value)) return {};
  const auto got = may_be_shown(setting.kind) ? fmt::format(", got '{}'", value) : std::string();
  return fail(
      Error::usage(fmt::format("{} must be {}{}", where, rule.what, got), std::string(rule.hint)));
}

std::vector<std::string> list_items(std::string_view value) {
  const auto array = parse_json(value, Reading::strict);
  if (!array || !array->is_array()) return {};
  std::vector<std::string> items;
  for (const auto& item : *array) {
    if (!item.is_string()) return {};
    items.push_back(item.get<std::string>());
  }
  return items;
}

} // namespace mrctl::config
