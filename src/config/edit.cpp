#include "mrctl/config/edit.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/json.hpp"
#include "mrctl/base/json_text.hpp"
#include "mrctl/base/replace_file.hpp"

#include "config_file.hpp"
#include "config_text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace mrctl::config {

namespace {

Result<const Setting*> require_editable(std::string_view key) {
  return require_setting(key).and_then([](const Setting* setting) -> Result<const Setting*> {
    if (setting->place != SettingPlace::nowhere) return setting;
    return fail(Error::usage(fmt::format("'{}' cannot stand in config.toml", setting->key),
                             fmt::format("say it with {} each time", setting->flag)));
  });
}

Result<ConfigFile> read_current(const Settings& settings) {
  const auto& path = settings.config_file;
  if (path.empty())
    return fail(Error::usage("there is no place for config.toml",
                             "set HOME or XDG_CONFIG_HOME, or name a file with --config"));
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return read_config(path, "");
  return read_file(path, largest_config_file).and_then([&](std::string text) {
    return read_config(path, std::move(text));
  });
}

// Returns the value as it is stored; paths on the command line start at the current folder.
std::string stored_text(const Setting& setting, std::string_view value) {
  if (setting.kind == SettingKind::count) return std::to_string(std::stoi(std::string(value)));
  if (setting.kind == SettingKind::list) return dump_json(Json(list_items(value)));
  if (setting.kind != SettingKind::path || value.starts_with("~/")) return std::string(value);
  std::error_code error;
  const auto path = std::filesystem::absolute(std::filesystem::path(value), error);
  return error ? std::string(value) : path.lexically_normal().string();
}

// Returns the value as TOML; JSON's strings and arrays of strings are TOML's.
std::string literal_of(const Setting& setting, const std::string& text) {
  const bool is_bare = setting.kind == SettingKind::count || setting.kind == SettingKind::boolean ||
                       setting.kind == SettingKind::list;
  return is_bare ? text : json_quote(text);
}

Status write_checked(const ConfigFile& before, const std::string& after, const KeyPath& key,
                     const std::optional<std::string>& expected) {
  const auto result = read_config(before.path, after);
  if (!result || !differs_only_in(before.root, result->root, key, expected))
    return fail(
        Error::internal(fmt::format("{} is written in a way that mrctl cannot change", before.path))
            .with_hint("edit it by hand"));
  return replace_file(before.path, after);
}

KeyPath key_path(const Settings& settings, const Setting& setting) {
  if (setting.place == SettingPlace::top) return {"", std::string(setting.key)};
  return {std::string(profile_of(settings)), std::string(setting.key)};
}

} // namespace

Status set_value(const Settings& settings, std::string_view key, std::string_view value) {
  const auto setting = require_editable(key);
  if (!setting) return fail(setting.error());
  if (auto checked = check_text(**setting, value, key); !checked) return checked;
  if (key == "api_key_file" && value == "-")
    return fail(Error::usage("api_key_file must name a file, got '-'"));
  const auto file = read_current(settings);
  if (!file) return fail(file.error());
  const auto path = key_path(settings, **setting);
  const auto text = stored_text(**setting, value);
  const auto after = with_key(file->text, file->root, path, literal_of(**setting, text));
  return write_checked(*file, after, path, text);
}

Result<Unset> unset_value(const Settings& settings, std::string_view key) {
  const auto setting = require_editable(key);
  if (!setting) return fail(setting.error());
  const auto file = read_current(settings);
  if (!file) return fail(file.error());
  const auto path = key_path(settings, **setting);
  const auto after = without_key(file->text, file->root, path);
  if (!after) return Unset::was_absent;
  return write_checked(*file, *after, path, std::nullopt).map([] { return Unset::removed; });
}

} // namespace mrctl::config
