#include "mrctl/config/edit.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/replace_file.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "config_file.hpp"
#include "config_mend.hpp"
#include "config_text.hpp"
#include "write_lock.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::config {

namespace {

Result<const Setting*> require_editable(std::string_view key) {
  return require_setting(key).and_then([](const Setting* setting) -> Result<const Setting*> {
    if (setting->place != SettingPlace::nowhere) return setting;
    return fail(Error::usage(fmt::format("'{}' cannot be set in config.toml", setting->key),
                             fmt::format("use {} each time", setting->flag)));
  });
}

KeyPath key_path(const Settings& settings, const Setting& setting) {
  if (setting.place == SettingPlace::top) return {"", std::string(setting.key)};
  return {settings.profile, std::string(setting.key)};
}

Result<ConfigFile> read_current(const Settings& settings, const KeyPath& key) {
  const auto& path = settings.config_file;
  const auto kind = kind_of_file(path);
  if (!kind) return fail(kind.error());
  if (*kind == FileKind::absent) return parse_config(path, "");
  return read_file(path, largest_config_file).and_then([&](const std::string& text) {
    return parse_or_mend(path, text, key);
  });
}

Status require_place(const Settings& settings) {
  const auto& path = settings.config_file;
  if (path.empty())
    return fail(Error::usage("cannot locate config.toml",
                             "set HOME or XDG_CONFIG_HOME, or use --config FILE"));
  return require_changeable(path).map_error([](Error error) {
    return std::move(error).with_hint("name a regular file with --config FILE");
  });
}

// Returns the value as it is stored; paths on the command line start at the current folder.
Result<std::string> stored_text(const Setting& setting, std::string_view value) {
  if (is_integer(setting.kind)) return std::to_string(std::stoi(std::string(value)));
  if (setting.kind == SettingKind::list) return dump_json(Json(list_items(value)));
  if (setting.kind != SettingKind::path || value.starts_with("~/")) return std::string(value);
  return absolute_path(std::string(value));
}

// Returns the value as TOML. Strings and arrays of strings are the same in JSON and TOML, except
// for one character that only TOML requires to be escaped.
std::string literal_of(const Setting& setting, const std::string& text) {
  const bool is_bare = is_integer(setting.kind) || setting.kind == SettingKind::boolean ||
                       setting.kind == SettingKind::list;
  auto literal = is_bare ? text : json_quote(text);
  for (auto at = literal.find('\x7F'); at != std::string::npos; at = literal.find('\x7F', at))
    literal.replace(at, 1, "\\u007F");
  return literal;
}

Status write_checked(const ConfigFile& before, const std::string& after, const KeyPath& key,
                     const std::optional<std::string>& expected) {
  if (after.size() > largest_config_file)
    return fail(Error::usage(fmt::format("{} would be larger than {} bytes; the file is unchanged",
                                         before.path, largest_config_file)));
  const auto result = parse_config(before.path, after);
  if (!result || !differs_only_in(before.root, result->root, key, expected))
    return fail(Error::internal(fmt::format("mrctl cannot edit {} because of the way it is written",
                                            before.path))
                    .with_hint("edit it by hand"));
  return replace_file(before.path, after);
}

bool has(const TomlValue& root, const KeyPath& key) {
  const auto* profile = find_profile(root, key.profile);
  const auto* table = key.profile.empty() ? &root : profile == nullptr ? nullptr : &profile->value;
  const auto* member = table == nullptr ? nullptr : find_toml_member(*table, key.key);
  return member != nullptr && member->value.type != TomlType::table;
}

// A key that is unknown or in the wrong place is exactly what needs to be removed.
Result<KeyPath> find_removable(const Settings& settings, const TomlValue& root,
                               std::string_view key) {
  const KeyPath in_profile{settings.profile, std::string(key)};
  const KeyPath at_top{"", std::string(key)};
  const auto setting = require_editable(key);
  if (setting && has(root, key_path(settings, **setting))) return key_path(settings, **setting);
  if (has(root, in_profile)) return in_profile;
  if (has(root, at_top)) return at_top;
  return setting.map([&](const Setting* row) { return key_path(settings, *row); });
}

Result<Unset> unset_in(const Settings& settings, const std::string& text, std::string_view key) {
  const auto setting = require_editable(key);
  const auto usual =
      setting ? key_path(settings, **setting) : KeyPath{settings.profile, std::string(key)};
  const auto file = parse_or_mend(settings.config_file, text, usual);
  if (!file) return fail(file.error());
  const bool is_mended = file->text.size() < text.size();
  const auto path = find_removable(settings, file->root, key);
  if (!path && !is_mended) return fail(path.error());
  const auto after = without_key(file->text, file->root, path.value_or(usual));
  if (!after && !is_mended) return Unset::was_absent;
  return write_checked(*file, after.value_or(file->text), path.value_or(usual), std::nullopt)
      .map([] { return Unset::removed; });
}

} // namespace

Status set_value(const Settings& settings, std::string_view key, std::string_view value) {
  const auto setting = require_editable(key);
  if (!setting) return fail(setting.error());
  if (auto checked = check_stored_text(**setting, value); !checked) return checked;
  if (auto place = require_place(settings); !place) return place;
  const auto lock = lock_beside(settings.config_file);
  if (!lock) return fail(lock.error());
  const auto path = key_path(settings, **setting);
  const auto file = read_current(settings, path);
  if (!file) return fail(file.error());
  const auto text = stored_text(**setting, value);
  if (!text) return fail(text.error());
  const auto after = with_key(file->text, file->root, path, literal_of(**setting, *text));
  return write_checked(*file, after, path, *text);
}

Result<Unset> unset_value(const Settings& settings, std::string_view key) {
  if (auto place = require_place(settings); !place) return fail(std::move(place.error()));
  if (kind_of_file(settings.config_file) == FileKind::absent)
    return require_editable(key).map([](const Setting*) { return Unset::was_absent; });
  const auto lock = lock_beside(settings.config_file);
  if (!lock) return fail(lock.error());
  const auto text = read_file(settings.config_file, largest_config_file);
  if (!text) return fail(text.error());
  return unset_in(settings, *text, key);
}

Problems faults_left(const Settings& settings) {
  if (kind_of_file(settings.config_file) == FileKind::absent) return {};
  const auto checked =
      read_file(settings.config_file, largest_config_file).and_then([&](std::string text) {
        return read_config(settings.config_file, std::move(text));
      });
  return checked ? Problems{} : as_warnings(checked.error());
}

} // namespace mrctl::config
