#include "config_file.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/value.hpp"

#include "key_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <utility>

namespace mrctl::config {

namespace {

struct Accepted {
  std::array<TomlType, 3> types;
  std::string_view what;
};

Accepted accepted_by(SettingKind kind) {
  using enum TomlType;
  switch (kind) {
  case SettingKind::duration:
    return {{string, integer, number}, "a duration such as \"10s\""};
  case SettingKind::count:
  case SettingKind::quantity:
    return {{integer, integer, integer}, "an integer"};
  case SettingKind::boolean:
    return {{boolean, boolean, boolean}, "true or false"};
  case SettingKind::list:
    return {{array, array, array}, "an array of strings"};
  default:
    return {{string, string, string}, "a string"};
  }
}

// The line of a fault is shown only if its value cannot be a secret, not even by mistake.
bool is_harmless(SettingKind kind) {
  return is_integer(kind) || kind == SettingKind::duration || kind == SettingKind::boolean ||
         kind == SettingKind::choice;
}

std::vector<std::string_view> keys_at(SettingPlace place) {
  std::vector<std::string_view> keys;
  for (const auto& setting : settings())
    if (setting.place == place) keys.push_back(setting.key);
  return keys;
}

// Collects the faults of one file.
class Check {
public:
  explicit Check(const ConfigFile& file) : file_(file) {}

  Problems run() {
    for (const auto& member : file_.root.members)
      if (find_row(project_keys, &ProjectKey<Project>::name, member.key) != nullptr) {
        add(member.at, {.rule = "config.unknown-key",
                        .path = pointer_join("", member.key),
                        .message = fmt::format(
                            "'{}' belongs to a project file, not to the configuration", member.key),
                        .suggestion = "name a project file with --project or MRCTL_PROJECT"});
        return std::move(problems_);
      }
    for (const auto& member : file_.root.members)
      check_top(member);
    return std::move(problems_);
  }

private:
  void check_top(const TomlMember& member) {
    const auto pointer = pointer_join("", member.key);
    auto name = member.key; // "base-url"
    std::ranges::replace(name, '-', '_');
    const auto* setting = find_setting(name);
    if (member.key == "profiles") return check_profiles(member.value);
    if (member.value.type == TomlType::table) return check_misplaced_table(member, pointer);
    if (setting != nullptr && setting->place == SettingPlace::top)
      return check_value(*setting, member, pointer);
    if (setting != nullptr && setting->place == SettingPlace::profile)
      return add(member.at, {.rule = "config.unknown-key",
                             .path = pointer,
                             .message = fmt::format("'{}' belongs to a profile", member.key),
                             .suggestion = fmt::format("put {} under [profiles.default]", name)});
    auto known = keys_at(SettingPlace::top);
    known.emplace_back("profiles");
    add_unknown(member, pointer, known);
  }

  // "[work]", or "[profile.work]", for "[profiles.work]".
  void check_misplaced_table(const TomlMember& table, const std::string& pointer) {
    const auto& members = table.value.members;
    const bool means_profiles =
        !nearest_word(table.key, std::vector<std::string>{"profiles"}).empty();
    const bool holds_profiles =
        means_profiles && !members.empty() && members.front().value.type == TomlType::table;
    const auto name = holds_profiles   ? members.front().key
                      : means_profiles ? std::string("default")
                                       : table.key;
    add(table.at, {.rule = "config.unknown-key",
                   .path = pointer,
                   .message = fmt::format("unknown table '{}'", table.key),
                   .suggestion = fmt::format("[profiles.{}]", name)});
  }

  void check_profiles(const TomlValue& profiles) {
    if (profiles.type != TomlType::table)
      return add(profiles.begin, {.rule = "config.type",
                                  .path = "/profiles",
                                  .message = fmt::format("profiles must be a table, got {}",
                                                         type_with_article(profiles.type))});
    for (const auto& profile : profiles.members)
      check_profile(profile);
  }

  void check_profile(const TomlMember& profile) {
    const auto pointer = pointer_join("/profiles", profile.key);
    if (profile.value.type != TomlType::table)
      return add(profile.value.begin,
                 {.rule = "config.type",
                  .path = pointer,
                  .message = fmt::format("profiles.{} must be a table, got {}", profile.key,
                                         type_with_article(profile.value.type)),
                  .suggestion = "settings of a profile follow a line such as [profiles.default]"});
    for (const auto& member : profile.value.members) {
      const auto* setting = find_setting(member.key);
      const auto place = pointer_join(pointer, member.key);
      if (setting != nullptr && setting->place == SettingPlace::profile)
        check_value(*setting, member, place);
      else
        add_unknown(member, place, keys_at(SettingPlace::profile));
    }
  }

  void check_value(const Setting& setting, const TomlMember& member, const std::string& pointer) {
    const auto accepted = accepted_by(setting.kind);
    const auto& value = member.value;
    if (!contains(accepted.types, value.type))
      return add(
          value.begin,
          {.rule = "config.type",
           .path = pointer,
           .message = fmt::format("{} must be {}, got {}", member.key, accepted.what,
                                  type_with_article(value.type)),
           .suggestion =
               value.type == TomlType::string && accepted.types.front() == TomlType::array
                   ? fmt::format("write [\"{}\"]", fmt::join(split(value.text, ' '), "\", \""))
                   : std::string()});
    for (const auto& item : value.items)
      if (item.type != TomlType::string)
        return add(item.begin,
                   {.rule = "config.type",
                    .path = pointer,
                    .message = fmt::format("{} must be {}, got {} among its elements", member.key,
                                           accepted.what, type_with_article(item.type))});
    const auto text = text_of_value(value);
    if (const auto status = check_stored_text(setting, text); !status)
      add(value.begin, {.rule = "config.value",
                        .path = pointer,
                        .message = status.error().message,
                        .suggestion = std::string(nearest_word(text, setting.choices))});
  }

  // Settings for a single command, such as those that make it less safe, must be given each time.
  void add_unknown(const TomlMember& member, const std::string& pointer,
                   const std::vector<std::string_view>& known) {
    const auto* setting = find_setting(member.key);
    if (setting != nullptr && setting->place == SettingPlace::nowhere)
      return add(member.at,
                 {.rule = "config.flag-only",
                  .path = pointer,
                  .message = fmt::format("'{}' cannot be set in config.toml; use {} each time",
                                         member.key, setting->flag)});
    add(member.at,
        {.rule = "config.unknown-key",
         .path = pointer,
         .message = fmt::format("unknown key '{}'", member.key),
         .suggestion = is_name_of_key(member.key)
                           ? "no key belongs here: 'mrctl auth login' stores it"
                           : advice_on_key(member.key, known, "", spec::WordPlace::config_file)});
  }

  void add(TextPoint at, Problem problem) {
    Place place{.file = file_.path, .line = at.line, .column = at.column};
    const auto key = problem.path.substr(problem.path.rfind('/') + 1);
    const auto* setting = find_setting(key);
    if (setting != nullptr && is_harmless(setting->kind) && problems_.size() < most_shown)
      place.line_text = line_of(file_.text, at.line);
    problem.place = std::move(place);
    problems_.push_back(std::move(problem));
  }

  const ConfigFile& file_;
  Problems problems_;
};

void drop_members(TomlValue& table, const std::string& pointer,
                  const std::set<std::string, std::less<>>& faulty) {
  std::erase_if(table.members, [&](const TomlMember& member) {
    return faulty.contains(pointer_join(pointer, member.key));
  });
  for (auto& member : table.members)
    drop_members(member.value, pointer_join(pointer, member.key), faulty);
}

} // namespace

Result<ConfigFile> parse_config(std::string path, std::string text) {
  ConfigFile file{std::move(path), std::move(text)};
  auto root = parse_toml(file.text);
  const auto known = root ? KnownFile{} : known_text(file.text);
  if (known.what == known_preset)
    return fail(Error::usage(fmt::format("{} is a preset, not a file of TOML", file.path),
                             "presets are arguments of commands such as 'mrctl preset check'"));
  if (!root)
    return fail(config_error(file, root.error().at,
                             {.rule = "config.syntax",
                              .message = root.error().message,
                              .suggestion = std::string(root.error().advice)}));
  file.root = std::move(*root);
  return file;
}

Problems problems_in(const ConfigFile& file) {
  return Check(file).run();
}

void drop_faulty_members(ConfigFile& file, const Problems& problems) {
  std::set<std::string, std::less<>> faulty;
  for (const auto& problem : problems)
    faulty.insert(problem.path);
  drop_members(file.root, "", faulty);
}

Result<ConfigFile> read_config(std::string path, std::string text) {
  return parse_config(std::move(path), std::move(text))
      .and_then([](ConfigFile file) -> Result<ConfigFile> {
        if (auto problems = problems_in(file); !problems.empty())
          return fail(error_of(file.path, std::move(problems)));
        return file;
      });
}

const TomlMember* find_profile(const TomlValue& root, std::string_view name) {
  const auto* profiles = find_toml_member(root, "profiles");
  return profiles == nullptr ? nullptr : find_toml_member(profiles->value, name);
}

std::string text_of_value(const TomlValue& value) {
  if (value.type != TomlType::array) return value.text;
  auto array = Json::array();
  for (const auto& item : value.items)
    array.push_back(item.text);
  return dump_json(array);
}

Error error_of(const std::string& path, Problems problems) {
  const auto count = problems.size();
  const auto more = count > most_shown ? fmt::format("; the first {} are shown", most_shown) : "";
  auto error = Error::usage(fmt::format("{} in {}{}", counted(count, "error"), path, more));
  problems.resize(std::min(count, most_shown));
  error.problems = std::move(problems);
  return error;
}

Problems as_warnings(const Error& error) {
  auto problems = error.problems;
  if (problems.empty())
    problems.push_back(
        {.rule = "config.unusable", .message = error.message, .suggestion = error.hint});
  for (auto& problem : problems)
    problem.severity = Severity::warning;
  return problems;
}

Error config_error(const ConfigFile& file, TextPoint at, Problem problem) {
  problem.place = Place{.file = file.path, .line = at.line, .column = at.column};
  return error_of(file.path, {std::move(problem)});
}

Result<HeldLock> lock_beside(const std::string& path) {
  TRY(require_changeable(path));
  TRY_ASSIGN(const auto target, followed_path(path));
  const auto folder = folder_of(target);
  TRY(make_folders(folder));
  return lock_folder(folder, Busy::wait);
}

} // namespace mrctl::config
