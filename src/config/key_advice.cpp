#include "key_advice.hpp"

#include "mrctl/base/meant_number.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace mrctl::config {

std::string advice_on_key(std::string_view key, const std::vector<std::string_view>& known,
                          std::string_view tables, spec::WordPlace file) {
  if (auto advice = spec::advice_in(file, key); !advice.empty()) return advice;
  if (const auto near = nearest_word(key, known); !near.empty()) return std::string(near);
  return tables.empty() ? fmt::format("one of {}", fmt::join(known, ", "))
                        : fmt::format("[{}.{}]", tables, key);
}

namespace {

// "status=ok and prompt<=2" is two conditions.
std::string as_list(std::string_view text) {
  constexpr std::string_view joint = " and ";
  std::vector<std::string> items;
  for (auto at = text.find(joint); at != text.npos; at = text.find(joint)) {
    items.push_back(dump_json(trimmed(text.substr(0, at))));
    text.remove_prefix(at + joint.size());
  }
  items.push_back(dump_json(trimmed(text)));
  return fmt::format("write [{}]", fmt::join(items, ", "));
}

} // namespace

std::string advice_on_type(const TomlValue& value, TomlType type, ProjectText text) {
  const bool is_text = value.type == TomlType::string;
  if (is_text && type == TomlType::array) return as_list(value.text);
  if (is_text && type == TomlType::integer) {
    const auto number = meant_number(value.text);
    return fmt::format("write a number without quotes, such as {}", number.empty() ? "2" : number);
  }
  if (is_text && type == TomlType::boolean) return "write true or false, without quotes";
  if (value.type != TomlType::array || type != TomlType::string) return {};
  return text == ProjectText::path ? "write the name of a file that lists them, one a line"
                                   : "write one text here, and a table for each of the others";
}

std::string advice_on_code(std::string_view text) {
  const auto near = nearest_word(text, spec::assumable_codes);
  return near.empty() ? fmt::format("one of {}", fmt::join(spec::assumable_codes, ", "))
                      : std::string(near);
}

std::string advice_on_price(std::string_view text) {
  const auto meant = meant_number(text);
  const bool is_price = !meant.empty() && !meant.starts_with('-');
  return fmt::format("write USD alone, such as \"{}\"", is_price ? meant : "0.02");
}

// "profiles.work.timeout" names a setting as config.toml has it.
Error unknown_setting(std::string_view key) {
  const auto unknown = [&](std::string hint) {
    return Error::usage(fmt::format("unknown setting '{}'", key), std::move(hint));
  };
  const auto name = lower_case(key.substr(key.starts_with("MRCTL_") ? 6 : 0));
  if (key.starts_with("profile.") || key.starts_with("profiles."))
    return unknown("name the profile with --profile NAME, and give the key alone");
  if (key.starts_with("target")) return unknown("targets are tables [targets.NAME] of mrctl.toml");
  if (const auto dot = key.find('.');
      dot != key.npos && find_setting(key.substr(dot + 1)) != nullptr)
    return unknown(fmt::format("write the key alone: --profile {} {}", key.substr(0, dot),
                               key.substr(dot + 1)));
  if (is_name_of_key(name)) return unknown("keys are not settings: 'mrctl auth login' stores one");
  if (find_row(project_keys, &ProjectKey<Project>::name, key) != nullptr)
    return unknown("it is a key of the project file: write it into mrctl.toml");
  if (auto advice = spec::advice_in(spec::WordPlace::config_file, name); !advice.empty())
    return unknown(std::move(advice));
  constexpr auto keys = names_of(spec::setting_rows, &Setting::key);
  return Error::unknown_word("setting", key, nearest_word(name, keys),
                             fmt::format("the settings are {}", fmt::join(keys, ", ")));
}

std::string instead_of_key(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '-', '_');
  const auto* setting = find_setting(name);
  if (setting == nullptr) return "set MRCTL_API_KEY, or run 'mrctl auth login'";
  std::vector<std::string> ways;
  for (const auto name_of_way : {setting->flag, setting->variable})
    if (!name_of_way.empty()) ways.emplace_back(name_of_way);
  if (setting->place != SettingPlace::nowhere)
    ways.push_back(fmt::format("'mrctl config set {} VALUE'", setting->key));
  return fmt::format("use {}", fmt::join(ways, " or "));
}

bool may_not_be_set(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '-', '_');
  return find_setting(name) != nullptr || is_name_of_key(name) || name == "profiles";
}

std::string place_of_key(std::string_view key) {
  return key == "gates" || key == "waivers"
             ? fmt::format("each begins with [[{}]]; 'targets' of a gate selects targets", key)
             : std::string("put it above the first table");
}

std::string name_like(std::string text) {
  std::ranges::replace(text, ' ', '-');
  return check_text(setting_of(&SettingValues::target), text, "") ? text : std::string();
}

} // namespace mrctl::config
