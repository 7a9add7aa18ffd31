#include "mrctl/config/settings.hpp"

#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/given_value.hpp"

#include "config_file.hpp"
#include "project_values.hpp"
#include "stored_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

template <class Names>
std::size_t position_of(std::string_view name, const Names& names) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
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
  return number_in<int>(text).value_or(0);
}

template <>
bool read(const std::string& text) {
  return text == "true";
}

// Returns "http://…@proxy:3128" for "http://user:password@proxy:3128".
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
  const bool is_url = setting.key == "proxy" || shown.text.find("://") != std::string::npos;
  if (is_url) shown.text = without_user(shown.text);
  return {setting.key, std::move(shown)};
}

std::string ways_to_a_service(const Settings& settings) {
  std::string ways = "use --base-url URL, set MRCTL_BASE_URL, or run 'mrctl config set base_url "
                     "URL'";
  if (!settings.profiles_with_url.empty())
    ways += fmt::format(", or choose a profile that has one: --profile {}",
                        fmt::join(settings.profiles_with_url, ", --profile "));
  if (!settings.unread_variables.empty())
    ways = fmt::format("{}; or {}", settings.unread_variables.front(), ways);
  return ways + "; to try mrctl without a service, run 'mrctl emulator exec -- bash'";
}

// Stores of secrets add line breaks, and people copy blanks. No URL has them at its ends.
std::string_view without_blanks(const Setting& setting, std::string_view text) {
  return setting.takes == Takes::url ? trimmed(text, any_white_space) : text;
}

constexpr std::array<std::string_view, 8> names_of_keys{
    "api_key", "api-key", "apikey", "key", "management_key", "token", "secret", "password"};

// The name of a program has no control characters, and no argument can contain a zero byte.
bool is_program(std::string_view text) {
  const auto words = list_items(text);
  return !words.empty() && kind_of(Takes::text).holds(words.front()) &&
         std::ranges::none_of(words,
                              [](const std::string& word) { return word.find('\0') != word.npos; });
}

// Returns whether a word of the text is a key, and no part of a path or of a longer word.
bool has_key(std::string_view text) {
  const auto belongs_to_key = [](char c) { return is_alphanumeric(c, "-_"); };
  return std::ranges::any_of(key_words(text), [&](std::string_view word) {
    const char before = word.data() == text.data() ? ' ' : *(word.data() - 1);
    const auto* end = std::ranges::find_if_not(word, belongs_to_key);
    const bool is_part = belongs_to_key(before) || before == '/' ||
                         (end != word.end() && (*end == '.' || *end == '/'));
    return !is_part && is_like_key({word.begin(), end}, KeyPlace::argument);
  });
}

// A key that was put where its file or program belongs would be shown, in the log of a CI job too.
bool holds_key(const Setting& setting, std::string_view value) {
  const bool may_be_url = setting.takes == Takes::text || setting.takes == Takes::profile ||
                          setting.takes == Takes::remote;
  if (has_key(value)) return !may_be_url || user_information(value).empty();
  if (is_setting(setting, &SettingValues::api_key_file))
    return is_like_key(value, KeyPlace::argument);
  if (!is_setting(setting, &SettingValues::credential_command)) return false;
  const auto words = list_items(value);
  return !words.empty() && is_like_key(words.front(), KeyPlace::argument);
}

Error key_instead_of_value(const Setting& setting, std::string_view where) {
  auto message = fmt::format("{} holds what looks like a key", where);
  if (is_setting(setting, &SettingValues::api_key_file))
    return Error::unauthorized(std::move(message),
                               "name a file that holds the key (./NAME if this is its name), or "
                               "pipe the key in with --api-key-file -");
  return Error::usage(std::move(message),
                      "a key belongs in MRCTL_API_KEY, or in what 'mrctl auth login' stores");
}

std::vector<std::string> names_in(const std::string& path) {
  if (kind_of_file(path) != FileKind::regular) return {};
  std::vector<std::string> names;
  const auto file = read_file(path, largest_config_file).and_then([&](std::string text) {
    return parse_config(path, std::move(text));
  });
  if (!file) return names;
  if (const auto* profiles = find_toml_member(file->root, "profiles"))
    for (const auto& profile : profiles->value.members)
      names.push_back(profile.key);
  return names;
}

} // namespace

const Value* find_value(const Settings& settings, std::string_view key) {
  const auto found = settings.values.find(key);
  return found == settings.values.end() ? nullptr : &found->second;
}

void put(Settings& settings, const Setting& setting, Value value) {
  value.text = std::string(without_blanks(setting, value.text));
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
  constexpr std::string_view variable = setting_of(&SettingValues::base_url).variable;
  return fail(Error::usage(settings.empty_variables.contains(variable)
                               ? fmt::format("no base URL: {} is empty", variable)
                               : std::string("no base URL"),
                           ways_to_a_service(settings)));
}

std::vector<NamedValue> list_values(const Settings& settings) {
  auto lines =
      mapped(config::settings(), [&](const auto& setting) { return line_for(settings, setting); });
  for (auto& value : project_values(settings.project))
    if (find_setting(value.key) == nullptr) lines.push_back(std::move(value));
  return lines;
}

Result<NamedValue> named_value(const Settings& settings, std::string_view key) {
  if (find_setting(key) == nullptr)
    if (auto value = project_value(settings.project, key)) return NamedValue{key, std::move(value)};
  return require_setting(key).map(
      [&](const Setting* setting) { return line_for(settings, *setting); });
}

bool is_name_of_key(std::string_view word) {
  return contains(names_of_keys, lower_case(word));
}

Result<const Setting*> require_setting(std::string_view key) {
  if (const auto* setting = find_setting(key)) return setting;
  return fail(unknown_setting(key));
}

Status check_text(const Setting& setting, std::string_view given, std::string_view where) {
  const auto value = without_blanks(setting, given);
  if (value.find("${{") != value.npos)
    return fail(
        Error::usage(fmt::format("{} holds an expression that no CI service replaced", where),
                     "check the name in it, and that the service replaces expressions "
                     "there"));
  if (setting.takes == Takes::url && value.starts_with('$'))
    return fail(Error::usage(fmt::format("{} is the name of a variable, got '{}'", where, value),
                             "put it in double quotes, so that the shell replaces it"));
  if (holds_key(setting, value)) return fail(key_instead_of_value(setting, where));
  if (is_setting(setting, &SettingValues::proxy)) {
    TRY(check_user_information(value, where));
    if (is_alphanumeric(value, "-_")) // "squid", "none", "8080"
      return fail(Error::usage(fmt::format("{} must begin with http:// or https://", where),
                               "for example http://proxy.example:3128; for none, run 'mrctl "
                               "config unset proxy'"));
  }
  if (is_setting(setting, &SettingValues::state_branch))
    for (const std::string_view before : {"refs/heads/", "origin/"})
      if (value.starts_with(before))
        return fail(Error::usage(
            fmt::format("{} must be the name of a branch alone, got '{}'", where, value),
            fmt::format("leave out '{}': write {}", before, value.substr(before.size()))));
  if (setting.takes == Takes::url) return host_of(value, where).map([](const Host&) {});
  if (is_setting(setting, &SettingValues::project) && value.empty()) return {};
  if (is_path(setting.takes) && value.find("://") != value.npos)
    return fail(Error::usage(fmt::format("{} must be a path, not a URL", where),
                             "name a file or folder of this machine"));
  const spec::GivenValue checked{setting.takes, value,           where,
                                 setting.range, setting.choices, setting.fallback};
  if (setting.takes == Takes::program && !is_program(value))
    return fail(spec::wrong_value(checked));
  return spec::check_value(checked);
}

Status check_stored_text(const Setting& setting, std::string_view text) {
  if (is_setting(setting, &SettingValues::api_key_file) && text == "-")
    return fail(Error::usage(fmt::format("{} must name a file, got '-'", setting.key)));
  return check_text(setting, text, setting.key).map_error([](Error error) {
    error.kind = ErrorKind::usage;
    return error;
  });
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

std::vector<std::string> profile_names(const SettingTexts& flags, const Environment& environment) {
  const auto path = config_file_of(flags, environment);
  std::vector<std::string> names{std::string(setting_of(&SettingValues::profile).fallback)};
  append(names, names_in(path));
  if (const auto keys = credentials_file_beside(path); kind_of_file(keys) == FileKind::regular)
    append(names, profiles_with_keys(keys));
  return names;
}

std::string_view variable_of(const Environment& environment, std::string_view name) {
  const auto found = environment.variables.find(name);
  return found == environment.variables.end() ? std::string_view{} : found->second;
}

Variable first_set(const Environment& environment, std::initializer_list<std::string_view> names) {
  for (const auto name : names)
    if (const auto text = variable_of(environment, name); !text.empty()) return {name, text};
  return {};
}

Roots roots_of(const Environment& environment) {
  return {.file = first_set(environment, {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}).text,
          .folder = variable_of(environment, "SSL_CERT_DIR")};
}

} // namespace mrctl::config
