#include "mrctl/config/setting.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace mrctl::config {

namespace {

using enum SettingKind;

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

struct TextRule {
  bool (*holds)(std::string_view value);
  std::string_view what;
  std::string_view hint{};
};

TextRule rule_of(SettingKind kind) {
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

Result<const Setting*> require_setting(std::string_view key) {
  if (const auto* setting = find_setting(key)) return setting;
  constexpr auto keys = names_of(spec::setting_rows, &Setting::key);
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

Status check_stored_text(const Setting& setting, std::string_view text) {
  if (is_setting(setting, &SettingValues::api_key_file) && text == "-")
    return fail(Error::usage(fmt::format("{} must name a file, got '-'", setting.key)));
  return check_text(setting, text, setting.key);
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
