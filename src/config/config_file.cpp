#include "config_file.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace mrctl::config {

namespace {

std::vector<std::string_view> keys_at(SettingPlace place) {
  std::vector<std::string_view> keys;
  for (const auto& setting : settings())
    if (setting.place == place) keys.push_back(setting.key);
  return keys;
}

// Collects the faults of one config.toml.
class Check : TableReader {
public:
  explicit Check(const ConfigFile& file) : TableReader(file, TomlFile::config) {}

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
    if (member.value.type == ValueType::table) return check_misplaced_table(member, pointer);
    if (setting != nullptr && setting->place == SettingPlace::top) {
      is_valid({member.value, pointer, setting->key, setting->takes});
      return;
    }
    if (setting != nullptr && setting->place == SettingPlace::profile)
      return add(member.at, {.rule = "config.unknown-key",
                             .path = pointer,
                             .message = fmt::format("'{}' belongs to a profile", member.key),
                             .suggestion = fmt::format("put {} under [profiles.default]", name)});
    auto known = keys_at(SettingPlace::top);
    known.emplace_back("profiles");
    add_misplaced(member, pointer, known);
  }

  // "[work]", or "[profile.work]", for "[profiles.work]".
  void check_misplaced_table(const TomlMember& table, const std::string& pointer) {
    const auto& members = table.value.members;
    const bool means_profiles =
        !nearest_in(table.key, std::array{std::string_view("profiles")}).empty();
    const bool holds_profiles =
        means_profiles && !members.empty() && members.front().value.type == ValueType::table;
    const auto name = holds_profiles   ? members.front().key
                      : means_profiles ? std::string("default")
                                       : table.key;
    add(table.at, {.rule = "config.unknown-key",
                   .path = pointer,
                   .message = fmt::format("unknown table '{}'", table.key),
                   .suggestion = {fmt::format("[profiles.{}]", name), Does::meant}});
  }

  void check_profiles(const TomlValue& profiles) {
    if (profiles.type != ValueType::table)
      return add(profiles.begin, {.rule = "config.type",
                                  .path = "/profiles",
                                  .message = fmt::format("profiles must be a table, got {}",
                                                         words_of(profiles.type).found)});
    for (const auto& profile : profiles.members)
      check_profile(profile);
  }

  void check_profile(const TomlMember& profile) {
    const auto pointer = pointer_join("/profiles", profile.key);
    if (profile.value.type != ValueType::table)
      return add(profile.value.begin,
                 {.rule = "config.type",
                  .path = pointer,
                  .message = fmt::format("profiles.{} must be a table, got {}", profile.key,
                                         words_of(profile.value.type).found),
                  .suggestion = "settings of a profile follow a line such as [profiles.default]"});
    for (const auto& member : profile.value.members) {
      const auto* setting = find_setting(member.key);
      const auto place = pointer_join(pointer, member.key);
      if (setting != nullptr && setting->place == SettingPlace::profile)
        is_valid({member.value, place, setting->key, setting->takes});
      else
        add_misplaced(member, place, keys_at(SettingPlace::profile));
    }
  }

  // Settings for a single command, such as those that make it less safe, must be given each time.
  void add_misplaced(const TomlMember& member, const std::string& pointer,
                     const std::vector<std::string_view>& known) {
    const auto* setting = find_setting(member.key);
    if (setting != nullptr && setting->place == SettingPlace::nowhere)
      return add(member.at,
                 {.rule = "config.flag-only",
                  .path = pointer,
                  .message = fmt::format("'{}' cannot be set in config.toml; use {} each time",
                                         member.key, setting->flag)});
    add_unknown(member, pointer, known);
  }
};

void drop_members(TomlValue& table, const std::string& pointer,
                  const std::set<std::string, std::less<>>& faulty) {
  std::erase_if(table.members, [&](const TomlMember& member) {
    return faulty.contains(pointer_join(pointer, member.key));
  });
  for (auto& member : table.members)
    drop_members(member.value, pointer_join(pointer, member.key), faulty);
}

// "status=ok and prompt<=2" is two conditions.
std::string as_list(std::string_view text) {
  constexpr std::string_view joint = " and ";
  std::vector<std::string> items;
  for (auto at = lower_case(text).find(joint); at != text.npos; at = lower_case(text).find(joint)) {
    items.push_back(dump_json(trimmed(text.substr(0, at))));
    text.remove_prefix(at + joint.size());
  }
  items.push_back(dump_json(trimmed(text)));
  return fmt::format("write [{}]", fmt::join(items, ", "));
}

} // namespace

Result<ConfigFile> parse_config(std::string path, std::string text) {
  ConfigFile file{std::move(path), std::move(text)};
  auto root = parse_toml(file.text);
  const auto known = root ? std::nullopt : known_text(file.text);
  if (known && known->what == known_preset)
    return fail(Error::usage(fmt::format("{} is a preset, not a file of TOML", file.path),
                             "presets are arguments of commands such as 'mrctl preset check'"));
  if (!root) {
    const auto& [message, at, advice] = root.error();
    return fail(error_of(file.path,
                         {{.rule = "config.syntax",
                           .place = Place{.file = file.path, .line = at.line, .column = at.column},
                           .message = message,
                           .suggestion = advice}}));
  }
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
  if (value.type != ValueType::array) return value.text;
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

Result<HeldLock> lock_beside(const std::string& path) {
  TRY(require_changeable(path));
  TRY_ASSIGN(const auto target, followed_path(path));
  const auto folder = folder_of(target);
  TRY(make_folders(folder));
  return lock_folder(folder, Busy::wait);
}

namespace {

// A key that its file does not have, or a setting that 'config set' does not know.
struct UnknownKey {
  enum class Place : std::uint8_t { anywhere, project_file, config_file, command };

  Place place;
  std::string_view key;
  const std::vector<std::string_view>& known;
  std::string_view form{}; // of a table whose name anybody chooses: "[targets.{}]"

  [[nodiscard]] bool is_at(Place other) const { return other == Place::anywhere || other == place; }
};

using Unknown = const UnknownKey&;
using In = UnknownKey::Place;

// "MRCTL_BASE_URL" as a setting.
std::string name_of_setting(Unknown unknown) {
  const auto key = unknown.key;
  return lower_case(key.substr(key.starts_with("MRCTL_") ? 6 : 0));
}

std::string_view behind_dot(Unknown unknown) {
  return unknown.key.substr(unknown.key.find('.') + 1);
}

constexpr std::array<Slip<UnknownKey, Suggestion>, 12> slips_of_keys{{
    {In::command, // "profiles.work.timeout" names a setting as config.toml has it
     [](Unknown unknown) {
       return unknown.key.starts_with("profile.") || unknown.key.starts_with("profiles.");
     },
     [](Unknown) {
       return Suggestion("name the profile with --profile NAME, and give the key alone");
     }},
    {In::command, [](Unknown unknown) { return unknown.key.starts_with("target"); },
     [](Unknown) { return Suggestion("targets are tables [targets.NAME] of mrctl.toml"); }},
    {In::command,
     [](Unknown unknown) {
       return unknown.key.find('.') != unknown.key.npos &&
              find_setting(behind_dot(unknown)) != nullptr;
     },
     [](Unknown unknown) {
       return Suggestion(fmt::format("write the key alone: --profile {} {}",
                                     unknown.key.substr(0, unknown.key.find('.')),
                                     behind_dot(unknown)));
     }},
    {In::command, [](Unknown unknown) { return is_name_of_key(name_of_setting(unknown)); },
     [](Unknown) { return Suggestion("keys are not settings: 'mrctl auth login' stores one"); }},
    {In::config_file, [](Unknown unknown) { return is_name_of_key(unknown.key); },
     [](Unknown) { return Suggestion("no key belongs here: 'mrctl auth login' stores it"); }},
    {In::command,
     [](Unknown unknown) {
       return find_row(project_keys, &ProjectKey<Project>::name, unknown.key) != nullptr;
     },
     [](Unknown) {
       return Suggestion("it is a key of the project file: write it into mrctl.toml");
     }},
    {In::command, nullptr,
     [](Unknown unknown) {
       return spec::suggestion_in(spec::WordPlace::config_file, name_of_setting(unknown));
     }},
    {In::config_file, nullptr,
     [](Unknown unknown) {
       return spec::suggestion_in(spec::WordPlace::config_file, unknown.key);
     }},
    {In::project_file, nullptr,
     [](Unknown unknown) {
       return spec::suggestion_in(spec::WordPlace::project_file, unknown.key);
     }},
    {In::anywhere, nullptr,
     [](Unknown unknown) {
       return Suggestion(nearest_word(name_of_setting(unknown), unknown.known), Does::meant);
     }},
    {In::command, nullptr,
     [](Unknown unknown) {
       return Suggestion(fmt::format("the settings are {}", fmt::join(unknown.known, ", ")));
     }},
    {In::anywhere, nullptr,
     [](Unknown unknown) {
       return Suggestion(unknown.form.empty()
                             ? fmt::format("one of {}", fmt::join(unknown.known, ", "))
                             : fmt::format(fmt::runtime(unknown.form), unknown.key));
     }},
}};
static_assert(cover_places(slips_of_keys, In::command));

// A value that has not the type of its key.
struct WrongType {
  // The type that the value has, and the one that its key needs.
  enum class Place : std::uint8_t {
    text_for_list,
    text_for_number,
    text_for_boolean,
    list_for_text
  };

  const TomlValue& value;
  ValueType type;
  Takes takes;
  TomlFile file;

  [[nodiscard]] bool is_at(Place wanted) const {
    constexpr std::array due{ValueType::array, ValueType::integer, ValueType::boolean,
                             ValueType::string};
    const auto found = wanted == Place::list_for_text ? ValueType::array : ValueType::string;
    return value.type == found && type == due.at(static_cast<std::size_t>(wanted));
  }
};
using Wrong = const WrongType&;
using There = WrongType::Place;

constexpr std::array<Slip<WrongType>, 4> slips_of_types{{
    {There::text_for_list, nullptr,
     [](Wrong wrong) {
       return wrong.takes == Takes::program ? advice_on_program(wrong.value.text)
                                            : as_list(wrong.value.text);
     }},
    {There::text_for_number, nullptr,
     [](Wrong wrong) {
       const auto number = meant_number(wrong.value.text);
       return fmt::format("write a number without quotes, such as {}",
                          number.empty() ? "2" : number);
     }},
    {There::text_for_boolean, nullptr,
     [](Wrong) { return std::string("write true or false, without quotes"); }},
    {There::list_for_text, [](Wrong wrong) { return wrong.file == TomlFile::project; },
     [](Wrong wrong) {
       if (is_file(wrong.takes))
         return std::string("write the name of a file that lists them, one a line");
       return std::string(wrong.takes == Takes::folder
                              ? "write the name of one folder, without brackets"
                              : "write one text here, and a table for each of the others");
     }},
}};
static_assert(cover_places(slips_of_types, There::list_for_text));

} // namespace

bool TableReader::is_of(ValueType type, const Cell& cell, std::string_view what) {
  const auto& value = cell.value;
  const bool is_seconds = cell.takes == Takes::duration &&
                          (value.type == ValueType::integer || value.type == ValueType::number);
  const bool has_text = type != ValueType::time || !value.text.empty();
  if ((value.type == type && has_text) || is_seconds) return true;
  add(value.begin,
      {.rule = rule_id("type"),
       .path = cell.pointer,
       .message = fmt::format("{} must be {}, got {}", cell.name, what,
                              has_text ? words_of(value.type).found : "a time"),
       .suggestion = answer_to(WrongType{value, type, cell.takes, kind_}, slips_of_types)});
  return false;
}

bool TableReader::is_list(const Cell& cell) {
  const auto what = kind_of(Takes::program).in_toml;
  if (!is_of(ValueType::array, cell, what)) return false;
  for (const auto& item : cell.value.items)
    if (item.type != ValueType::string)
      add(item.begin, {.rule = rule_id("type"),
                       .path = cell.pointer,
                       .message = fmt::format("{} must be {}, got {} among its elements", cell.name,
                                              what, words_of(item.type).found)});
  return true;
}

bool TableReader::is_valid(const Cell& cell) {
  const auto& kind = kind_of(cell.takes);
  const auto before = problems_.size();
  if (kind.type == ValueType::array)
    is_list(cell);
  else
    is_of(kind.type, cell, kind.in_toml.empty() ? words_of(kind.type).required : kind.in_toml);
  if (problems_.size() > before) return false;
  const auto* setting = find_setting(cell.name);
  const auto rule = setting != nullptr ? *setting
                                       : Setting{.key = cell.name,
                                                 .member = &SettingValues::target,
                                                 .help = {},
                                                 .choices = cell.choices,
                                                 .takes = cell.takes,
                                                 .range = cell.range};
  const auto text = text_of_value(cell.value);
  const auto status = check_stored_text(rule, text);
  if (status) return true;
  add(cell.value.begin,
      {.rule = rule_id("value"),
       .path = cell.pointer,
       .message = status.error().message,
       .suggestion = !rule.choices.empty() ? Suggestion(nearest_in(text, rule.choices), Does::meant)
                                           : Suggestion(text.empty() ? "" : status.error().hint)});
  return false;
}

void TableReader::add_unknown(const TomlMember& member, const std::string& pointer,
                              const std::vector<std::string_view>& known, std::string_view form) {
  const auto place = kind_ == TomlFile::config ? In::config_file : In::project_file;
  const UnknownKey unknown{place, member.key, known, form};
  add_without_line(member.at, {.rule = rule_id("unknown-key"),
                               .path = pointer,
                               .message = fmt::format("unknown key '{}'", member.key),
                               .suggestion = answer_to(unknown, slips_of_keys)});
}

void TableReader::add(TextPoint at, Problem problem) {
  constexpr std::size_t longest_shown = 200;
  const auto* setting = find_setting(after_last(problem.path, "/"));
  const bool is_harmless =
      setting != nullptr &&
      (!setting->choices.empty() || kind_of(setting->takes).shown == ShownOfValue::whole_line);
  const auto line = line_of(file_.text, at.line);
  const bool is_shown = (is_harmless || kind_ == TomlFile::project) &&
                        problems_.size() < most_shown && line.size() <= longest_shown;
  add_without_line(at, std::move(problem));
  if (is_shown) problems_.back().place->line_text = line;
}

void TableReader::add_without_line(TextPoint at, Problem problem) {
  problem.place = Place{.file = file_.path, .line = at.line, .column = at.column};
  problems_.push_back(std::move(problem));
}

std::string TableReader::rule_id(std::string_view rule) const {
  return fmt::format("{}.{}", kind_ == TomlFile::config ? "config" : "project", rule);
}

Error unknown_setting(std::string_view key) {
  constexpr auto keys = names_of(spec::setting_rows, &Setting::key);
  const std::vector<std::string_view> known(keys.begin(), keys.end());
  const auto meant = answer_to(UnknownKey{In::command, key, known}, slips_of_keys);
  return Error::usage(fmt::format("unknown setting '{}'", key), meant.sentence());
}

std::string advice_on_program(std::string_view text) {
  if (text.find_first_of("|;&<>$`~") != text.npos)
    return fmt::format(R"(it needs a shell: ["sh", "-c", {}])", dump_json(text));
  return fmt::format(R"(write ["{}"])", fmt::join(split(text, ' '), R"(", ")"));
}

} // namespace mrctl::config
