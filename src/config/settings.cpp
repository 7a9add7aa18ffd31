#include "mrctl/config/settings.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/rule.hpp"

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
  return setting.takes == spec::Takes::url ? trimmed(text, any_white_space) : text;
}

using spec::Takes;

constexpr std::array<std::string_view, 8> names_of_keys{
    "api_key", "api-key", "apikey", "key", "management_key", "token", "secret", "password"};

bool is_plain_text(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
}

bool is_profile(std::string_view text) {
  return is_plain_text(text) && text.find("${") == text.npos;
}

bool is_duration(std::string_view text) {
  return parse_duration(text).has_value();
}

bool is_count(std::string_view text) {
  const auto number = number_in<int>(text);
  return number && *number >= 0 && *number <= 100;
}

bool is_quantity(std::string_view text) {
  return is_count(text) && text.find_first_not_of('0') != text.npos;
}

bool is_boolean(std::string_view text) {
  return text == "true" || text == "false";
}

bool is_name(std::string_view text) {
  return is_alphanumeric(text, "._-") && text.find_first_not_of('.') != text.npos &&
         !equal_ignoring_case(text, ".git");
}

// Returns "eu-west" for "eu/west".
std::string with_dashes(std::string_view value) {
  std::string out(value);
  std::ranges::replace_if(
      out,
      [](char c) {
        return !is_alphanumeric(c) && std::string_view("._-").find(c) == std::string_view::npos;
      },
      '-');
  return out;
}

// The name of a program has no control characters, and no argument can contain a zero byte.
bool is_program(std::string_view text) {
  const auto words = list_items(text);
  return !words.empty() && is_plain_text(words.front()) &&
         std::ranges::none_of(words,
                              [](const std::string& word) { return word.find('\0') != word.npos; });
}

bool is_host(std::string_view text) {
  return text.find_first_of("/?#@\\") == text.npos &&
         host_of(fmt::format("https://{}", text)).has_value();
}

bool is_amount(std::string_view text) {
  const auto amount = Decimal::parse(text);
  return amount && !amount->is_negative();
}

bool has_plain_wildcards(std::string_view text) {
  return text.find('[') == text.npos;
}

bool is_entry(std::string_view text) {
  return is_plain_text(text) && text.find_first_of(",\n") == text.npos;
}

using Type = TomlType;

constexpr std::string_view form_of_names =
    "be a name of letters, digits, '.', '_' and '-', not '.git' or dots alone";

// clang-format off
constexpr std::array kinds{
    ValueKind{Takes::text, is_plain_text, "be a non-empty text without control characters"},
    ValueKind{.takes = Takes::profile, .holds = is_profile, .must = "be the name of a profile, in which no variable is replaced", .hint = "leave it out, and set MRCTL_PROFILE"},
    ValueKind{Takes::duration, is_duration, "be a duration such as 500ms, 10s or 2m", "the units are ms, s, m and h; a number alone is seconds", ShownOfValue::whole_line, Type::string, "a duration such as \"10s\""},
    ValueKind{Takes::count, is_count, "be a whole number from 0 to 100", "0 tries once", ShownOfValue::whole_line, Type::integer, "an integer"},
    ValueKind{Takes::quantity, is_quantity, "be a whole number from 1 to 100", "the default is 8", ShownOfValue::whole_line, Type::integer, "an integer"},
    ValueKind{Takes::boolean, is_boolean, "be true or false", {}, ShownOfValue::whole_line, Type::boolean, "true or false"},
    ValueKind{Takes::program, is_program, R"(be a JSON array of strings such as ["pass","show"], starting with a program)", "pass each word as an argument: mrctl config set credential_command pass show NAME", ShownOfValue::nothing, Type::array, "an array of strings"},
    ValueKind{.takes = Takes::name, .holds = is_name, .must = form_of_names, .shown = ShownOfValue::value, .schema = {"pattern", "^[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$"}},
    ValueKind{.takes = Takes::target, .holds = is_name, .must = form_of_names, .shown = ShownOfValue::value},
    ValueKind{.takes = Takes::host, .holds = is_host, .must = "be a host, or a host and a port", .hint = "write router.example or router.example:8443", .shown = ShownOfValue::value, .schema = {"pattern", "^[^/?#@]+$"}},
    ValueKind{.takes = Takes::day, .holds = is_plain_text, .type = Type::time, .type_name = "a date without quotes, such as 2026-12-31", .schema = {"format", "date"}},
    ValueKind{.takes = Takes::assumptions, .holds = spec::is_assumable, .must = "name checks that can be assumed", .shown = ShownOfValue::value},
    ValueKind{.takes = Takes::amount, .holds = is_amount, .must = "be a decimal number that is not negative", .shown = ShownOfValue::value, .type_name = "a decimal number in quotes, such as \"0.02\"", .schema = {"pattern", R"(^(0|[1-9][0-9]*)(\.[0-9]+)?$)"}},
    ValueKind{.takes = Takes::entry, .holds = is_entry, .must = "be one name", .shown = ShownOfValue::value, .schema = {"pattern", "^[^,\n]+$"}},
    ValueKind{.takes = Takes::glob, .holds = has_plain_wildcards, .must = "use only * and ? as wildcards", .hint = R"(write a pattern for each, such as "support-a*", "support-b*")", .shown = ShownOfValue::value, .schema = {"pattern", R"(^[^,\n\[]+$)"}},
    ValueKind{.takes = Takes::uuid, .holds = spec::is_uuid, .must = "be a UUID", .hint = "write it as the service shows it: 1f0e4c1e-0000-4000-8000-000000000000", .shown = ShownOfValue::value, .schema = {"format", "uuid"}},
};
// clang-format on

// Returns how a price is written that is no decimal number, or a negative one.
std::string hint_on_price(std::string_view text) {
  const auto meant = meant_number(text);
  const bool is_price = !meant.empty() && !meant.starts_with('-');
  return fmt::format("write USD alone, such as \"{}\"", is_price ? meant : "0.02");
}

// A text that is not of its kind.
struct WrongText {
  enum class Place : std::uint8_t { target, entry, amount, assumptions, name, anywhere };

  const ValueKind& kind;
  std::string_view text;
  bool is_list = text.find(',') != text.npos;

  [[nodiscard]] bool is_at(Place wanted) const {
    constexpr std::array places{Takes::target, Takes::entry, Takes::amount, Takes::assumptions};
    const auto place = static_cast<std::size_t>(wanted);
    return wanted == Place::anywhere || (wanted == Place::name && kind.holds == is_name) ||
           (place < places.size() && places.at(place) == kind.takes);
  }
};
using WrongOne = const WrongText&;
using ForText = WrongText::Place;

constexpr std::array<Slip<WrongText>, 7> slips_of_texts{{
    {ForText::target, [](WrongOne wrong) { return wrong.is_list; },
     [](WrongOne) { return std::string("it is one name: run the command once for each"); }},
    {ForText::entry, [](WrongOne wrong) { return wrong.is_list; },
     [](WrongOne wrong) {
       return fmt::format("write \"{}\"", fmt::join(spec::split_names(wrong.text), "\", \""));
     }},
    {ForText::amount, nullptr, [](WrongOne wrong) { return hint_on_price(wrong.text); }},
    {ForText::assumptions, nullptr,
     [](WrongOne wrong) {
       const auto near = nearest_word(wrong.text, spec::assumable_codes);
       return near.empty() ? fmt::format("one of {}", fmt::join(spec::assumable_codes, ", "))
                           : fmt::format("did you mean '{}'?", near);
     }},
    {ForText::name,
     [](WrongOne wrong) { return !wrong.is_list && is_name(with_dashes(wrong.text)); },
     [](WrongOne wrong) { return fmt::format("did you mean '{}'?", with_dashes(wrong.text)); }},
    {ForText::anywhere, [](WrongOne wrong) { return wrong.text.empty(); },
     [](WrongOne) { return std::string("it is empty: is the variable set that it comes from?"); }},
    {ForText::anywhere, nullptr, [](WrongOne wrong) { return std::string(wrong.kind.hint); }},
}};
static_assert(cover_places(slips_of_texts, ForText::anywhere));

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

Status check_choice(const Setting& setting, std::string_view value, std::string_view where) {
  if (contains(setting.choices, value)) return {};
  const auto nearest = nearest_word(lower_case(value), setting.choices);
  auto hint = !nearest.empty()           ? fmt::format("did you mean '{}'?", nearest)
              : setting.fallback.empty() ? std::string()
                                         : fmt::format("the default is {}", setting.fallback);
  if (auto advice = spec::advice_on_value(setting.key, setting.takes, value); !advice.empty())
    hint = std::move(advice);
  return fail(Error::usage(
      fmt::format("{} must be one of {}; got '{}'", where, fmt::join(setting.choices, ", "), value),
      std::move(hint)));
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

const ValueKind& kind_of(Takes takes) {
  const auto* row = find_row(kinds, &ValueKind::takes, takes);
  return row == nullptr ? kinds.front() : *row;
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
  if (!setting.choices.empty()) return check_choice(setting, value, where);
  if (setting.takes == Takes::url) return host_of(value, where).map([](const Host&) {});
  if (is_setting(setting, &SettingValues::project) && value.empty()) return {};
  if (spec::is_path(setting.takes) && value.find("://") != value.npos)
    return fail(Error::usage(fmt::format("{} must be a path, not a URL", where),
                             "name a file or folder of this machine"));
  const auto& kind = kind_of(setting.takes);
  if (kind.holds(value)) return {};
  const auto got =
      kind.shown == ShownOfValue::nothing ? std::string() : fmt::format(", got '{}'", value);
  return fail(Error::usage(fmt::format("{} must {}{}", where, kind.must, got),
                           answer_to(WrongText{kind, value}, slips_of_texts)));
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
