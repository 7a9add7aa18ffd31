#include "mrctl/config/edit.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include "config_file.hpp"
#include "toml_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::config {

namespace {

// Functions that change one line of a config.toml's text and leave the others, comments included,
// unchanged. Parse and compare their results before writing them.

// A key in a profile's table, or at the top if `profile` is empty.
struct KeyPath {
  std::string profile;
  std::string key;
};

constexpr std::string_view bare_key_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

const TomlValue* table_of(const TomlValue& root, const KeyPath& path) {
  if (path.profile.empty()) return &root;
  const auto* profile = find_profile(root, path.profile);
  return profile == nullptr ? nullptr : &profile->value;
}

const TomlMember* member_of(const TomlValue& root, const KeyPath& path) {
  const auto* table = table_of(root, path);
  return table == nullptr ? nullptr : find_toml_member(*table, path.key);
}

// Returns the offset where a line begins, counted from 1; the text's size beyond the last.
std::size_t offset_of_line(std::string_view text, std::size_t line) {
  std::size_t at = 0;
  for (; line > 1 && at < text.size(); --line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  return at;
}

std::size_t offset_of(std::string_view text, TextPoint point) {
  auto at = offset_of_line(text, point.line);
  for (auto left = point.column - 1; left > 0 && at < text.size(); --left)
    for (++at; at < text.size() && is_continuation(text[at]);)
      ++at;
  return at;
}

std::string_view line_end_of(std::string_view text) {
  return text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n";
}

std::string replaced(std::string_view text, std::size_t begin, std::size_t end,
                     std::string_view by) {
  return fmt::format("{}{}{}", text.substr(0, begin), by, text.substr(end));
}

std::string with_line(std::string_view text, std::size_t line, std::string_view content) {
  const auto at = offset_of_line(text, line);
  const auto line_end = line_end_of(text);
  const bool is_after_open_line = at > 0 && text[at - 1] != '\n';
  return replaced(text, at, at,
                  fmt::format("{}{}{}", is_after_open_line ? line_end : "", content, line_end));
}

std::size_t last_line_of(const TomlValue& table) {
  auto line = table.begin.line;
  for (const auto& member : table.members)
    line = std::max(line, member.value.end.line);
  return line;
}

std::string with_table(std::string_view text, const std::string& profile,
                       std::string_view content) {
  const auto line_end = line_end_of(text);
  std::string out(text);
  if (!out.empty()) out += text.ends_with('\n') ? line_end : fmt::format("{0}{0}", line_end);
  const bool is_bare = profile.find_first_not_of(bare_key_characters) == std::string::npos;
  return out + fmt::format("[profiles.{}]{}{}{}", is_bare ? profile : toml_quote(profile), line_end,
                           content, line_end);
}

using Leaves = std::map<std::string, std::string>;

// Returns the values that are no tables, by their pointers.
Leaves leaves_of(const TomlValue& value, const std::string& pointer = "") {
  if (value.type != ValueType::table) return {{pointer, text_of_value(value)}};
  Leaves leaves;
  for (const auto& member : value.members)
    leaves.merge(leaves_of(member.value, fmt::format("{}/{}", pointer, member.key)));
  return leaves;
}

// Returns the text with `key = literal`: replacing an older value, or as a new last line of its
// table, which is added at the end if it is missing. `root` is the parsed text.
std::string with_key(std::string_view text, const TomlValue& root, const KeyPath& path,
                     std::string_view literal) {
  if (const auto* member = member_of(root, path))
    return replaced(text, offset_of(text, member->value.begin), offset_of(text, member->value.end),
                    literal);
  const auto content = fmt::format("{} = {}", path.key, literal);
  if (path.profile.empty()) return with_line(text, 1, content);
  const auto* table = table_of(root, path);
  if (table == nullptr) return with_table(text, path.profile, content);
  return with_line(text, last_line_of(*table) + 1, content);
}

// Returns the text without the lines of the key, or nothing if it has no such key.
std::optional<std::string> without_key(std::string_view text, const TomlValue& root,
                                       const KeyPath& path) {
  const auto* member = member_of(root, path);
  if (member == nullptr) return std::nullopt;
  return replaced(text, offset_of_line(text, member->at.line),
                  offset_of_line(text, member->value.end.line + 1), "");
}

// Returns whether `after` is `before` with the key's value as `expected` says (nothing: without the
// key).
bool differs_only_in(const TomlValue& before, const TomlValue& after, const KeyPath& path,
                     const std::optional<std::string>& expected) {
  auto wanted = leaves_of(before);
  const auto pointer = path.profile.empty()
                           ? fmt::format("/{}", path.key)
                           : fmt::format("/profiles/{}/{}", path.profile, path.key);
  wanted.erase(pointer);
  if (expected) wanted[pointer] = *expected;
  return wanted == leaves_of(after);
}

// Parses the text of a config.toml in which a key is to be changed. Fails as parse_config() does,
// with a hint.
Result<ConfigFile> parse_editable(const std::string& path, const std::string& text) {
  return parse_config(path, text).map_error([](Error error) {
    return std::move(error).with_hint("the file is unchanged: correct this line by hand");
  });
}

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

Result<ConfigFile> read_current(const Settings& settings) {
  const auto& path = settings.config_file;
  TRY_ASSIGN(const auto kind, kind_of_file(path));
  if (kind == FileKind::absent) return parse_config(path, "");
  return read_file(path, largest_config_file).and_then([&](const std::string& text) {
    return parse_editable(path, text);
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
  if (setting.takes == Takes::count) return std::to_string(number_in<int>(value).value_or(0));
  if (setting.takes == Takes::program) return dump_json(Json(list_items(value)));
  if (!is_path(setting.takes) || value.starts_with("~/")) return std::string(value);
  return absolute_path(std::string(value));
}

// Returns the value as TOML.
std::string literal_of(const Setting& setting, const std::string& text) {
  const auto type = kind_of(setting.takes).type;
  if (type == ValueType::string) return toml_quote(text);
  if (type != ValueType::array) return text;
  const auto items = mapped(list_items(text), [](const auto& item) { return toml_quote(item); });
  return fmt::format("[{}]", fmt::join(items, ","));
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
  const auto* member = member_of(root, key);
  return member != nullptr && member->value.type != ValueType::table;
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
  TRY_ASSIGN(const auto file, parse_editable(settings.config_file, text));
  TRY_ASSIGN(const auto path, find_removable(settings, file.root, key));
  const auto after = without_key(file.text, file.root, path);
  if (!after) return Unset::was_absent;
  return write_checked(file, *after, path, std::nullopt).map([] { return Unset::removed; });
}

} // namespace

Status set_value(const Settings& settings, std::string_view key, std::string_view value) {
  TRY_ASSIGN(const auto setting, require_editable(key));
  TRY(check_stored_text(*setting, value));
  TRY(require_place(settings));
  TRY_ASSIGN([[maybe_unused]] const auto lock, lock_beside(settings.config_file));
  const auto path = key_path(settings, *setting);
  TRY_ASSIGN(const auto file, read_current(settings));
  TRY_ASSIGN(const auto text, stored_text(*setting, value));
  const auto after = with_key(file.text, file.root, path, literal_of(*setting, text));
  return write_checked(file, after, path, text);
}

Result<Unset> unset_value(const Settings& settings, std::string_view key) {
  TRY(require_place(settings));
  if (kind_of_file(settings.config_file) == FileKind::absent)
    return require_editable(key).map([](const Setting*) { return Unset::was_absent; });
  TRY_ASSIGN([[maybe_unused]] const auto lock, lock_beside(settings.config_file));
  TRY_ASSIGN(const auto text, read_file(settings.config_file, largest_config_file));
  return unset_in(settings, text, key);
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
