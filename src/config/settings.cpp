#include "mrctl/config/settings.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/user_information.hpp"

#include "config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

template <class Names>
std::size_t position_of(std::string_view name, const Names& names) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

// Returns the value that a text means, which check_text() has accepted.
template <class Type>
Type read(const std::string& text) {
  return text;
}

template <>
std::vector<std::string> read(const std::string& text) {
  return list_items(text);
}

template <>
std::optional<Format> read(const std::string& text) {
  return format_rows.at(position_of(text, format_names)).format;
}

template <>
spec::WhenColoured read(const std::string& text) {
  return static_cast<spec::WhenColoured>(position_of(text, spec::when_coloured_names));
}

template <>
ErrorFormat read(const std::string& text) {
  return static_cast<ErrorFormat>(position_of(text, error_format_names));
}

template <>
Duration read(const std::string& text) {
  return parse_duration(text).value_or(Duration::zero());
}

template <>
int read(const std::string& text) {
  int count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

template <>
bool read(const std::string& text) {
  return text == "true";
}

// "http://user:password@proxy:3128" becomes "http://…@proxy:3128".
std::string without_user(std::string_view url) {
  const auto user = user_information(url);
  if (user.empty()) return std::string(url);
  const auto begin = static_cast<std::size_t>(user.data() - url.data());
  return fmt::format("{}…{}", url.substr(0, begin), url.substr(begin + user.size()));
}

NamedValue line_for(const Settings& settings, const Setting& setting) {
  const auto* value = find_value(settings, setting.key);
  if (value == nullptr) return {setting.key, std::nullopt};
  auto shown = *value;
  if (setting.key == "proxy") shown.text = without_user(shown.text);
  return {setting.key, std::move(shown)};
}

// Returns those that have a base_url. The file was read before, so faults have been reported
// already.
std::vector<std::string> profiles_with_url(const Settings& settings) {
  std::vector<std::string> names;
  auto text = read_file(settings.config_file, largest_config_file);
  if (!text) return names;
  const auto file = read_config(settings.config_file, std::move(*text));
  const auto* profiles = file ? find_toml_member(file->root, "profiles") : nullptr;
  if (profiles == nullptr) return names;
  for (const auto& profile : profiles->value.members)
    if (find_toml_member(profile.value, setting_of(&SettingValues::base_url).key) != nullptr)
      names.push_back(profile.key);
  return names;
}

std::string ways_to_a_service(const Settings& settings) {
  std::string ways = "use --base-url URL, set MRCTL_BASE_URL, or run 'mrctl config set base_url "
                     "URL'";
  if (const auto profiles = profiles_with_url(settings); !profiles.empty())
    ways += fmt::format(", or choose a profile that has one: --profile {}",
                        fmt::join(profiles, ", --profile "));
  return ways + "; to try mrctl without a service, run 'mrctl emulator exec -- bash'";
}

} // namespace

const Value* find_value(const Settings& settings, std::string_view key) {
  const auto found = settings.values.find(key);
  return found == settings.values.end() ? nullptr : &found->second;
}

void put(Settings& settings, const Setting& setting, Value value) {
  std::visit(
      [&](auto member) {
        auto& typed = settings.*member;
        typed = read<std::remove_reference_t<decltype(typed)>>(value.text);
      },
      setting.member);
  settings.values.insert_or_assign(std::string(setting.key), std::move(value));
}

Result<std::string> require_base_url(const Settings& settings) {
  std::string_view url = settings.base_url;
  while (url.ends_with('/'))
    url.remove_suffix(1);
  if (!url.empty()) return std::string(url);
  return fail(Error::usage("no base URL", ways_to_a_service(settings)));
}

std::vector<NamedValue> list_values(const Settings& settings) {
  std::vector<NamedValue> lines;
  for (const auto& setting : config::settings())
    lines.push_back(line_for(settings, setting));
  return lines;
}

Result<NamedValue> named_value(const Settings& settings, std::string_view key) {
  return require_setting(key).map(
      [&](const Setting* setting) { return line_for(settings, *setting); });
}

} // namespace mrctl::config
