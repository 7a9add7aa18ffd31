#include "mrctl/base/file.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/config/settings.hpp"

#include "config_file.hpp"
#include "stored_keys.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace mrctl::config {

namespace {

Result<std::optional<ConfigFile>> read_file_of(const std::string& path, Missing missing);
Status check_given(const FlagValues& flags, const Environment& environment);
std::optional<Value> given_value(const Setting& setting, const FlagValues& flags,
                                 const Environment& environment);

// What the settings are put together from.
struct Sources {
  const FlagValues& flags;
  const Environment& environment;
  std::optional<ConfigFile> file;
};

Status choose_profile(Settings& settings, const Sources& sources, Missing missing);
void fill(Settings& settings, const Sources& sources);

} // namespace

Result<Settings> load(const FlagValues& flags, const Environment& environment, Missing missing) {
  if (auto checked = check_given(flags, environment); !checked) return fail(checked.error());
  Settings settings;
  settings.config_file = config_file_of(flags, environment);
  settings.credentials_file = credentials_file_beside(settings.config_file);
  const bool is_named = !peek(flags, environment, "config").empty();
  auto file = read_file_of(settings.config_file, is_named ? missing : Missing::allow);
  if (!file) return fail(file.error());
  const Sources sources{flags, environment, std::move(*file)};
  if (auto chosen = choose_profile(settings, sources, missing); !chosen)
    return fail(chosen.error());
  fill(settings, sources);
  return settings;
}

std::string config_file_of(const FlagValues& flags, const Environment& environment) {
  if (auto named = peek(flags, environment, "config"); !named.empty()) return named;
  const auto configuration = variable_of(environment, "XDG_CONFIG_HOME");
  if (configuration.starts_with('/')) return fmt::format("{}/mrctl/config.toml", configuration);
  const auto home = variable_of(environment, "HOME");
  return home.empty() ? std::string() : fmt::format("{}/.config/mrctl/config.toml", home);
}

std::string peek(const FlagValues& flags, const Environment& environment, std::string_view key) {
  const auto* setting = find_setting(key);
  if (setting == nullptr) return {};
  const auto value = given_value(*setting, flags, environment);
  return value ? value->text : std::string();
}

namespace {

std::optional<Value> given_value(const Setting& setting, const FlagValues& flags,
                                 const Environment& environment) {
  if (const auto flag = flags.find(setting.key); flag != flags.end())
    return Value{flag->second, {OriginKind::flag, fmt::format("from {}", setting.flag)}};
  if (const auto text = variable_of(environment, setting.variable); !text.empty())
    return Value{std::string(text),
                 {OriginKind::environment, fmt::format("from {}", setting.variable)}};
  return std::nullopt;
}

Status check_given(const FlagValues& flags, const Environment& environment) {
  for (const auto& flag : flags)
    if (find_setting(flag.first) == nullptr)
      return fail(Error::internal(fmt::format("'{}' is not in the table of settings", flag.first)));
  for (const auto& setting : settings()) {
    const auto value = given_value(setting, flags, environment);
    if (!value) continue;
    const auto where = value->origin.kind == OriginKind::flag ? setting.flag : setting.variable;
    if (auto checked = check_text(setting, value->text, where); !checked) return checked;
  }
  return {};
}

Result<std::optional<ConfigFile>> read_file_of(const std::string& path, Missing missing) {
  std::error_code ignored;
  const bool may_be_missing = path.empty() || missing == Missing::allow;
  if (may_be_missing && !std::filesystem::exists(path, ignored)) return std::nullopt;
  return read_file(path, largest_config_file).and_then([&](std::string text) {
    return read_config(path, std::move(text)).map([](ConfigFile file) {
      return std::optional(std::move(file));
    });
  });
}

std::string location(const ConfigFile& file, const TomlMember& member) {
  return fmt::format("{}:{}", file.path, member.at.line);
}

Value profile_choice(const Sources& sources) {
  const auto& setting = *find_setting("profile");
  if (auto given = given_value(setting, sources.flags, sources.environment))
    return std::move(*given);
  if (sources.file)
    if (const auto* member = find_toml_member(sources.file->root, "profile"))
      return {member->value.text,
              {OriginKind::profile, fmt::format("from {}", location(*sources.file, *member))}};
  return {std::string(setting.fallback), {OriginKind::fallback, "default"}};
}

std::vector<std::string> known_profiles(const Settings& settings, const Sources& sources) {
  auto names = profiles_with_keys(settings.credentials_file);
  if (!sources.file) return names;
  if (const auto* profiles = find_toml_member(sources.file->root, "profiles"))
    for (const auto& profile : profiles->value.members)
      names.push_back(profile.key);
  return names;
}

// A profile that is chosen by name must be somewhere: a mistyped one would send a body elsewhere.
Status choose_profile(Settings& settings, const Sources& sources, Missing missing) {
  auto choice = profile_choice(sources);
  const auto name = choice.text;
  const bool is_chosen = choice.origin.kind != OriginKind::fallback && name != "default";
  settings.values.insert_or_assign("profile", std::move(choice));
  if (!is_chosen || missing == Missing::allow) return {};
  if (sources.file && find_profile(sources.file->root, name) != nullptr) return {};
  auto known = known_profiles(settings, sources);
  if (std::find(known.begin(), known.end(), name) != known.end()) return {};
  known.emplace_back("default");
  return fail(Error::unknown_word("profile", name, nearest_word(name, known),
                                  fmt::format("profiles are {}", fmt::join(known, ", "))));
}

// Returns a path of the file as one that holds anywhere: "~/" is HOME, a relative one starts beside
// the file.
std::string absolute_path(const std::string& text, const Sources& sources) {
  const auto home = variable_of(sources.environment, "HOME");
  if (text.starts_with("~/") && !home.empty()) return fmt::format("{}{}", home, text.substr(1));
  const auto folder = std::filesystem::path(sources.file->path).parent_path();
  return (folder / text).string();
}

std::optional<Value> profile_value(const Setting& setting, const Settings& settings,
                                   const Sources& sources) {
  if (!sources.file || setting.place != SettingPlace::profile) return std::nullopt;
  const auto name = profile_of(settings);
  const auto* profile = find_profile(sources.file->root, name);
  if (profile == nullptr) return std::nullopt;
  const auto* member = find_toml_member(profile->value, setting.key);
  if (member == nullptr) return std::nullopt;
  auto text = text_of_value(member->value);
  if (setting.kind == SettingKind::path) text = absolute_path(text, sources);
  return Value{std::move(text),
               {OriginKind::profile,
                fmt::format("from profile {} ({})", name, location(*sources.file, *member))}};
}

void fill(Settings& settings, const Sources& sources) {
  for (const auto& setting : config::settings()) {
    auto value = given_value(setting, sources.flags, sources.environment);
    if (!value) value = profile_value(setting, settings, sources);
    if (!value && !setting.fallback.empty())
      value = Value{std::string(setting.fallback), {OriginKind::fallback, "default"}};
    if (value) settings.values.try_emplace(std::string(setting.key), std::move(*value));
  }
}

} // namespace

} // namespace mrctl::config
