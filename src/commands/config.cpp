#include "mrctl/base/list.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/edit.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/table.hpp"

#include "commands.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

struct ChangedSetting {
  std::optional<std::string> profile;
  std::string key;
  Json value;
};

// clang-format off
constexpr auto rows_of(const ChangedSetting* /*record*/) {
  return std::tuple{
      ResultMember{"profile", &ChangedSetting::profile, {"null for the setting 'profile', which is in none"}},
      ResultMember{"key", &ChangedSetting::key, {"name of the setting"}},
      ResultMember{"value", &ChangedSetting::value, {.says = "null if the setting was removed", .types = {ValueType::string, ValueType::integer, ValueType::boolean, ValueType::null}}},
  };
}
// clang-format on

struct ShownSetting {
  const config::NamedValue& named;
};

// Numbers and booleans are such in JSON, as they are in config.toml; lists are for those that only
// a project file sets.
Json value_of(const config::NamedValue& named) {
  const auto& text = named.value->text;
  const auto* setting = config::find_setting(named.key);
  auto value = parse_json(text, Reading::strict).value_or(text);
  if (setting == nullptr) return value.is_array() || value.is_boolean() ? value : Json(text);
  const auto type = kind_of(setting->takes).type;
  return type == ValueType::integer || type == ValueType::boolean ? value : Json(text);
}

// clang-format off
constexpr auto rows_of(const ShownSetting* /*record*/) {
  return std::tuple{
      ResultMember{"key", [](const auto& setting) { return setting.named.key; }, {.says = "name of the setting", .title = "KEY"}},
      ResultMember{"value", [](const auto& setting) { return setting.named.value ? value_of(setting.named) : Json(); }, {.says = "its value; null if it has none", .title = "VALUE"}},
      ResultMember{"origin", [](const auto& setting) { const auto& value = setting.named.value; return value ? std::optional(value->origin.detail) : std::nullopt; }, {.says = "where the value comes from", .title = "ORIGIN"}},
  };
}
// clang-format on

output::ResultNames keys_of(const std::vector<config::NamedValue>& values) {
  output::ResultNames keys;
  for (const auto& named : values)
    keys.emplace_back(named.key);
  return keys;
}

// A quoted command line is one word: the name of a program that does not exist.
Status check_words(const config::Setting& setting, const std::vector<std::string>& arguments) {
  const bool is_list = setting.takes == Takes::program;
  if (!is_list && arguments.size() > 2)
    return fail(
        Error::usage(fmt::format("{} takes one value, got {}", setting.key, arguments.size() - 1),
                     setting.takes == Takes::duration
                         ? fmt::format("a number and its unit are one word: mrctl config set {} "
                                       "{}{}",
                                       setting.key, arguments[1], arguments[2].substr(0, 1))
                         : fmt::format("put it in quotes: mrctl config set {} '{}'", setting.key,
                                       fmt::join(arguments.begin() + 1, arguments.end(), " "))));
  const auto& word = arguments[1];
  const bool is_quoted =
      arguments.size() == 2 && !word.starts_with('[') && word.find(' ') != std::string::npos;
  if (!is_list || !is_quoted) return {};
  if (word.find_first_of("|;&<>$`") != std::string::npos)
    return fail(Error::usage(
        fmt::format("{} starts a program without a shell", setting.key),
        fmt::format("name the shell: mrctl config set {} sh -c '{}'", setting.key, word)));
  return fail(Error::usage(
      fmt::format("{} takes a program and its arguments as separate words", setting.key),
      fmt::format("remove the outer quotes: 'mrctl config set {} {}'", setting.key, word)));
}

bool has(const std::vector<std::string>& profiles, const std::string& name) {
  return contains(profiles, name);
}

// Several words make a list; one word is used unchanged.
std::string value_text(const config::Setting& setting, const std::vector<std::string>& arguments) {
  const std::vector<std::string> words(arguments.begin() + 1, arguments.end());
  if (setting.takes == Takes::program && !(words.size() == 1 && words.front().starts_with('[')))
    return dump_json(Json(words));
  return words.front();
}

// Presents what a change of a setting leaves: `profile` itself is in no profile.
output::Presentation present_setting(const config::NamedValue& named, const std::string& profile) {
  const auto* setting = config::find_setting(named.key);
  const bool is_on_top = setting != nullptr && setting->place == config::SettingPlace::top;
  auto result = output::present_document(
      result_json(ChangedSetting{is_on_top ? std::nullopt : std::optional(profile),
                                 std::string(named.key), named.value ? value_of(named) : Json()}));
  result.names = [key = std::string(named.key)] { return output::ResultNames{key}; };
  return result;
}

} // namespace

Result<Output> config_list(const Context& context) {
  const auto values = config::list_values(context.service.settings);
  const auto settings = mapped(values, [&](const auto& named) { return ShownSetting{named}; });
  const auto shown =
      context.invocation.flags.show_origin ? output::Shown::wide : context.wanted.target.shown;
  Output output;
  auto result = output::present_document(result_json(settings));
  result.page = [&](output::Page& page) {
    page.rows({.grid = shown == output::Shown::wide
                           ? output::grid_of<"key", "value", "origin">(settings)
                           : output::grid_of<"key", "value">(settings)});
  };
  result.names = [&] { return keys_of(values); };
  present(output, context.wanted, result);
  return output;
}

Result<Output> config_get(const Context& context) {
  TRY_ASSIGN(const auto named,
             config::named_value(context.service.settings, context.invocation.arguments.front()));
  if (!named.value)
    return fail(Error::condition(fmt::format("{} is not set", named.key),
                                 fmt::format("run 'mrctl config set {} VALUE'", named.key)));
  Output output;
  auto result = output::present_document(result_json(ShownSetting{named}));
  result.names = [&] { return keys_of({named}); };
  result.raw = [&](const output::Write& write) { write(named.value->text + "\n"); };
  result.page = [&](output::Page& page) {
    page.code(named.value->text + "\n", output::CodeOf::program);
  };
  present(output, context.wanted, result);
  return output;
}

Result<Output> config_set(const Context& context) {
  const auto& arguments = context.invocation.arguments;
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto setting, config::require_setting(arguments.front()));
  TRY(check_words(*setting, arguments));
  const auto profiles =
      config::profile_names(context.invocation.settings, context.service.environment);
  // A file with faults may have profiles that nobody can read.
  if (is_setting(*setting, &spec::SettingValues::profile) && !has(profiles, arguments[1]) &&
      config::faults_left(settings).empty())
    return fail(config::unknown_profile(arguments[1], profiles));
  const auto text = value_text(*setting, arguments);
  TRY(config::set_value(settings, arguments.front(), text));
  Output output;
  present_if_asked(output, context.wanted, context.invocation,
                   present_setting({setting->key, config::Value{text, {}}}, settings.profile));
  const bool is_in_profile = setting->place == config::SettingPlace::profile;
  if (is_in_profile && !has(profiles, settings.profile))
    output.notes.push_back(fmt::format("created the profile '{}'", settings.profile));
  const std::string_view url = trimmed(arguments[1], "/");
  if (is_setting(*setting, &spec::SettingValues::base_url) && !url.ends_with("/api/v1"))
    output.notes.push_back(
        fmt::format("base URLs usually end in /api/v1: is {}/api/v1 meant?", url));
  output.warnings = config::faults_left(settings);
  return output;
}

Result<Output> config_unset(const Context& context) {
  const auto& key = context.invocation.arguments.front();
  TRY_ASSIGN(const auto unset, config::unset_value(context.service.settings, key));
  Output output;
  present_if_asked(output, context.wanted, context.invocation,
                   present_setting({key, std::nullopt}, context.service.settings.profile));
  const auto profiles =
      config::profile_names(context.invocation.settings, context.service.environment);
  if (unset == config::Unset::was_absent)
    output.notes.push_back(fmt::format(
        "{} was not set in the profile {}{}", key, context.service.settings.profile,
        has(profiles, context.service.settings.profile) ? "" : ", which does not exist"));
  output.warnings = config::faults_left(context.service.settings);
  return output;
}

Result<Output> config_path(const Context& context) {
  const auto& path = context.service.settings.config_file;
  if (path.empty())
    return fail(Error::usage("cannot locate the configuration file",
                             "set HOME or XDG_CONFIG_HOME, or use --config FILE"));
  Output output;
  auto result = output::present_document(json_quote(path));
  result.raw = [&](const output::Write& write) { write(path + "\n"); };
  result.page = [&](output::Page& page) { page.code(path + "\n", output::CodeOf::program); };
  result.names = [&] { return output::ResultNames{path}; };
  present(output, context.wanted, result);
  return output;
}

Json setting_schema() {
  return result_schema<ChangedSetting>();
}

} // namespace mrctl::commands
