#include "mrctl/config/project.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/rule.hpp"

#include "config_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

template <class Record>
std::vector<std::string> texts_at(const std::vector<Record>& records, std::string Record::*member) {
  std::vector<std::string> texts;
  for (const auto& record : records)
    if (!(record.*member).empty()) texts.push_back(record.*member); // empty: an error of its own
  return texts;
}

// Finds what does not hold between the keys of a project file: names that it does not define,
// targets, gates and waivers that say the same, conditions that need others.
class ProjectChecks {
public:
  explicit ProjectChecks(const Project& project) : project_(project) {}

  Problems run() {
    check_references();
    check_targets();
    check_known();
    check_gates();
    check_waivers();
    return std::move(problems_);
  }

private:
  [[nodiscard]] Place place_in(std::size_t line) const {
    return {.file = project_.file, .line = line, .column = 1};
  }

  [[nodiscard]] Place place_of(const KeyLines& lines, std::string_view key) const {
    const auto found = lines.find(key);
    return place_in(found == lines.end() ? 1 : found->second);
  }

  // A name after a fault is empty.
  void check_name(const std::string& name, const std::vector<std::string>& known,
                  std::string_view noun, Problem problem) {
    if (name.empty() || contains(known, name)) return;
    problem.rule = "project.unknown-name";
    problem.message = fmt::format("the file has no {} '{}'", noun, name);
    if (problems_.size() < most_shown) {
      problem.suggestion = {nearest_word(name, known), Does::meant};
      if (problem.suggestion.empty() && !known.empty())
        problem.suggestion = fmt::format("it has {}", listed(known, most_named));
    }
    problems_.push_back(std::move(problem));
  }

  void check_references() {
    const auto targets = texts_at(project_.targets, &ProjectTarget::name);
    Problem problem;
    problem.path = "/default_target";
    problem.place = place_of(project_.lines, "default_target");
    check_name(project_.default_target, targets, "target", problem);
    for (std::size_t i = 0; i < project_.gates.size(); ++i) {
      const auto& gate = project_.gates[i];
      problem.path = fmt::format("/gates/{}/targets", i);
      problem.place = place_of(gate.lines, "targets");
      for (const auto& target : gate.targets)
        check_name(target, targets, "target", problem);
    }
  }

  // Equal targets would overwrite each other's presets.
  void check_targets() {
    using Place =
        std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;
    std::map<Place, std::string_view> known;
    for (const auto& target : project_.targets) {
      const auto is_faulty = [&](std::string_view key, const std::string& value) {
        return value.empty() && target.lines.contains(key);
      };
      if (is_faulty("profile", target.profile) || is_faulty("host", target.host) ||
          is_faulty("workspace", target.workspace) || is_faulty("slug_prefix", target.slug_prefix))
        continue;
      const auto [first, is_new] = known.emplace(
          Place{target.profile, target.host, target.workspace, target.slug_prefix}, target.name);
      if (is_new) continue;
      problems_.push_back(
          {.rule = "project.duplicate",
           .path = pointer_join("/targets", target.name),
           .place = place_in(target.line),
           .message = fmt::format("the targets '{}' and '{}' write the same presets", first->second,
                                  target.name),
           .suggestion = "give each its own profile, host, workspace or slug_prefix"});
    }
  }

  // A check is decided or assumed, not both.
  void check_known() {
    for (const auto& code : project_.assume)
      if (project_.known.lines.contains(code))
        problems_.push_back(
            {.rule = "project.duplicate",
             .path = pointer_join("/known", code),
             .place = place_of(project_.known.lines, code),
             .message = fmt::format("{} is in [known] and in 'assume'", code),
             .suggestion = "keep one of them: a list decides, an assumption does not"});
  }

  void check_gates() {
    std::set<std::string_view> ids;
    for (std::size_t i = 0; i < project_.gates.size(); ++i) {
      const auto& gate = project_.gates[i];
      const auto pointer = fmt::format("/gates/{}", i);
      check_conditions(gate, pointer);
      if (gate.id.empty() || ids.insert(gate.id).second) continue;
      problems_.push_back(
          {.rule = "project.duplicate",
           .path = pointer + "/id",
           .place = place_of(gate.lines, "id"),
           .message = fmt::format("two gates have the id '{}'", gate.id),
           .suggestion = fmt::format("give one of them another, such as {}-2", gate.id)});
    }
  }

  void check_conditions(const ProjectGate& gate, const std::string& pointer) {
    const auto has = [&](std::string_view key) { return gate.lines.contains(key); };
    const auto add_missing = [&](Place place, std::string message) {
      problems_.push_back({.rule = "project.missing-key",
                           .path = pointer,
                           .place = std::move(place),
                           .message = std::move(message)});
    };
    std::string conditions;
    bool has_condition = false;
    bool has_cost = false;
    for (const auto& row : spec::gate_rows) {
      const auto* const flag = std::get_if<bool spec::GateValues::*>(&row.member);
      const bool is_there = flag != nullptr ? gate.*(*flag) : has(row.key);
      has_condition = has_condition || is_there;
      has_cost = has_cost || (is_there && row.is_about_cost);
      conditions += fmt::format("{}{}{}", conditions.empty() ? "" : ", ", row.key,
                                flag == nullptr ? "" : " = true");
    }
    if (!has_condition) add_missing(place_in(gate.line), "a gate needs a condition: " + conditions);
    if (has("where") && !has("at_least"))
      add_missing(place_of(gate.lines, "where"), "where needs at_least");
    for (const std::string_view count :
         {"prompt_tokens", "completion_tokens", "images", "cached_tokens"})
      if (has(count) && !has_cost)
        add_missing(place_of(gate.lines, count), fmt::format("{} needs max_cost", count));
  }

  void check_waivers() {
    const auto gates = texts_at(project_.gates, &ProjectGate::id);
    std::set<std::tuple<std::string_view, std::string_view, std::string_view>> known;
    for (std::size_t i = 0; i < project_.waivers.size(); ++i) {
      const auto& waiver = project_.waivers[i];
      Problem problem{.rule = "project.duplicate",
                      .path = fmt::format("/waivers/{}/gate", i),
                      .place = place_of(waiver.lines, "gate")};
      check_name(waiver.gate, gates, "gate", problem);
      if (waiver.gate.empty() || waiver.preset.empty()) continue;
      if (known.emplace(waiver.gate, waiver.preset, waiver.model).second) continue;
      problem.path = fmt::format("/waivers/{}", i);
      problem.place->line = waiver.line;
      problem.message = fmt::format("two waivers of '{}' are for '{}'", waiver.gate, waiver.preset);
      problems_.push_back(std::move(problem));
    }
  }

  const Project& project_;
  Problems problems_;
};

namespace fs = std::filesystem;

// A folder whose links are followed, and the folder that paths must not leave.
struct Home {
  fs::path folder;
  fs::path root;
};

// Returns the home of a file's paths: the repository, or else the folder of the file.
Result<Home> home_of(const std::string& file) {
  TRY_ASSIGN(const auto named, absolute_path(folder_of(file)));
  std::error_code error;
  const auto folder = fs::canonical(named, error);
  if (error) return fail(unreadable(named, error.value()));
  TRY_ASSIGN(const auto repository, repository_of(folder.string()));
  return Home{folder, repository ? fs::path(*repository) : folder};
}

// Returns whether the path has a link whose target may be created later, outside the repository.
bool has_dangling_link(const fs::path& path) {
  fs::path part;
  for (const auto& name : path) {
    part /= name;
    std::error_code error;
    const auto type = fs::symlink_status(part, error).type();
    if (error) return false; // there is nothing yet
    if (type == fs::file_type::symlink && kind_of_file(part.string()) == FileKind::absent)
      return true;
  }
  return false;
}

// Returns what is wrong with a path that must not leave the home; empty if nothing is.
std::string_view fault_of_path(const std::string& text, const Home& home) {
  if (fs::path(text).is_absolute()) return "is absolute";
  const auto path = (home.folder / text).lexically_normal();
  if (!path_below(path, home.root)) return "points out of it";
  std::error_code error;
  const auto whole = fs::weakly_canonical(home.folder / text, error);
  const auto relative = error ? std::nullopt : path_below(whole, home.root);
  if (!relative || has_dangling_link(path)) return "points out of it by a link";
  const bool is_in_git = std::ranges::any_of(
      *relative, [](const fs::path& name) { return equal_ignoring_case(name.string(), ".git"); });
  return is_in_git ? "points into .git" : "";
}

// Returns how else a key is set that a project file may not have: "use --timeout, or 'mrctl config
// set timeout VALUE'".
std::string instead_of_key(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '-', '_');
  const auto* setting = find_setting(name);
  if (setting == nullptr) return "set MRCTL_API_KEY, or run 'mrctl auth login'";
  std::vector<std::string> ways;
  for (const auto name_of_way : {setting->flag, setting->variable})
    if (!name_of_way.empty()) ways.emplace_back(name_of_way);
  if (setting->place != SettingPlace::nowhere)
    ways.push_back(fmt::format("'mrctl config set {} VALUE'", setting->key));
  return fmt::format("use {}", fmt::join(ways, " or "));
}

// Returns whether a project file may not set it: a setting, or a key of the service.
bool may_not_be_set(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '-', '_');
  return find_setting(name) != nullptr || is_name_of_key(name) || name == "profiles";
}

// Returns where a key of the whole project file belongs.
std::string place_of_key(std::string_view key) {
  return key == "gates" || key == "waivers"
             ? fmt::format("each begins with [[{}]]; 'targets' of a gate selects targets", key)
             : std::string("put it above the first table");
}

// The words for a record in messages.
template <class Record>
constexpr std::string_view noun_of = "a project file";
template <>
constexpr std::string_view noun_of<ProjectKnown> = "[known]";
template <>
constexpr std::string_view noun_of<ProjectTarget> = "a target";
template <>
constexpr std::string_view noun_of<ProjectGate> = "a gate";
template <>
constexpr std::string_view noun_of<ProjectWaiver> = "a waiver";

constexpr std::size_t most_records = 1'000; // of a kind, and of conditions in all gates
constexpr std::size_t most_names = 10'000;  // in all lists

// Reads the records of one file, and collects its faults.
class ProjectReader : TableReader {
public:
  ProjectReader(const ConfigFile& file, Home home, CheckCondition check)
      : TableReader(file, TomlFile::project), home_(std::move(home)), check_condition_(check) {}

  Project read() {
    auto project = record_of<Project>(file_.root, "", {1, 1});
    project.file = file_.path;
    append(problems_, ProjectChecks(project).run());
    return project;
  }

  Problems take_problems() { return std::move(problems_); }

private:
  template <class Record>
  Record record_of(const TomlValue& table, const std::string& pointer, TextPoint at);
  template <class Record>
  void check_required(const Record& record, const std::string& pointer, TextPoint at);
  template <class Record>
  std::vector<Record> read_tables(const Cell& cell);
  template <class Type>
  Type read_value(const Cell& cell);
  // Returns the text; a name that is not valid is empty.
  std::string checked_text(const Cell& cell) {
    const auto& [value, pointer, name, takes, range, choices] = cell;
    const auto& text = value.text;
    const bool is_without_remote =
        takes == Takes::remote && value.type == ValueType::string && text.empty();
    if (is_without_remote || !is_valid(cell)) return {};
    if (takes == Takes::glob && !is_valid({value, pointer, name, Takes::entry})) return {};
    if (is_path(takes)) return checked_path(cell);
    if (name == "reason" && !has_visible_character(text)) {
      add_invalid(cell, "say why, in visible characters");
      return {};
    }
    if (takes != Takes::condition || check_condition_ == nullptr) return text;
    if (const auto status = check_condition_(text); !status)
      add(value.begin, {.rule = "project.value",
                        .path = pointer,
                        .message = fmt::format("{} '{}': {}", name, text, status.error().message),
                        .suggestion = status.error().hint});
    return text;
  }

  std::vector<std::string> read_texts(const Cell& cell) {
    if (!is_list(cell)) return {};
    if (cell.value.items.empty())
      add_invalid(cell, "not be empty", "remove the key, or give a value");
    std::vector<std::string> texts;
    auto& count = cell.name == "where" ? conditions_ : names_;
    const auto most = cell.name == "where" ? most_records : most_names;
    for (const auto& item : cell.value.items) {
      if (++count > most) {
        add_too_many({item, cell.pointer, cell.name}, most);
        break;
      }
      const Cell text{item,       pointer_join(cell.pointer, texts.size()),
                      cell.name,  cell.takes,
                      cell.range, cell.choices};
      texts.push_back(item.type == ValueType::string ? checked_text(text) : std::string());
    }
    return texts;
  }

  std::optional<std::size_t> read_count(const Cell& cell) {
    const bool is_count = is_valid({cell.value, cell.pointer, cell.name, Takes::count, cell.range});
    return is_count ? number_in<std::size_t>(cell.value.text) : std::nullopt;
  }

  std::vector<ProjectTarget> read_targets(const Cell& cell) {
    if (!is_of(ValueType::table, cell, "a table for each target, such as [targets.staging]"))
      return {};
    std::vector<ProjectTarget> targets;
    for (const auto& member : cell.value.members) {
      const Cell named{member.value, pointer_join(cell.pointer, member.key), member.key};
      if (targets.size() == most_records) {
        add_too_many({member.value, cell.pointer, cell.name}, most_records);
        break;
      }
      const TomlValue name{ValueType::string, member.key, {}, {}, member.at, {}};
      is_valid({name, named.pointer, "a target's name", Takes::name});
      if (!is_of(ValueType::table, named, "a table")) continue;
      targets.push_back(record_of<ProjectTarget>(member.value, named.pointer, member.at));
      targets.back().name = member.key;
    }
    return targets;
  }

  // Returns the path as somebody in the current folder would write it.
  std::string checked_path(const Cell& cell) {
    const auto& text = cell.value.text;
    if (text == "-") add_invalid(cell, "name a file or folder, got '-'");
    if (const auto fault = fault_of_path(text, home_); !fault.empty())
      add(cell.value.begin,
          {.rule = "project.outside",
           .path = cell.pointer,
           .message =
               fmt::format("{} must stay in the repository; '{}' {}", cell.name, text, fault),
           .suggestion = "use a path in the repository, relative to the project file"});
    auto path = (fs::path(file_.path).parent_path() / text).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    return path.string();
  }

  template <class Record>
  void add_misplaced(const TomlMember& member, const std::string& pointer);
  // Adds the fault of the first item beyond a limit, at its place.
  void add_too_many(const Cell& cell, std::size_t most) {
    add(cell.value.begin, {.rule = "project.value",
                           .path = cell.pointer,
                           .message = fmt::format("a project file has at most {} {}", most,
                                                  most == most_names ? "names and patterns in lists"
                                                  : cell.name == "where" ? "conditions"
                                                                         : cell.name)});
  }

  void add_invalid(const Cell& cell, std::string_view must, std::string suggestion = {});

  Home home_;
  CheckCondition check_condition_;
  std::size_t names_ = 0;      // read from lists of texts
  std::size_t conditions_ = 0; // of gates
};

template <class Record>
Record ProjectReader::record_of(const TomlValue& table, const std::string& pointer, TextPoint at) {
  Record record;
  record.line = at.line;
  for (const auto& member : table.members) {
    const auto* row = find_row(keys_of<Record>, &ProjectKey<Record>::name, member.key);
    const auto place = pointer_join(pointer, member.key);
    if (row == nullptr) {
      add_misplaced<Record>(member, place);
      continue;
    }
    record.lines.emplace(member.key, member.at.line);
    const Cell cell{member.value, place, row->name, row->takes, row->range, row->choices};
    std::visit(
        [&](auto at_member) {
          auto& value = record.*at_member;
          value = read_value<std::remove_reference_t<decltype(value)>>(cell);
        },
        row->member);
  }
  check_required(record, pointer, at);
  return record;
}

template <class Record>
void ProjectReader::check_required(const Record& record, const std::string& pointer, TextPoint at) {
  for (const auto& row : keys_of<Record>)
    if (row.presence == spec::Presence::required && !record.lines.contains(row.name))
      add(at, {.rule = "project.missing-key",
               .path = pointer,
               .message = fmt::format("{} needs the key '{}'", noun_of<Record>, row.name),
               .suggestion = fmt::format("add {} = {}", row.name, row.example)});
}

template <class Type>
Type ProjectReader::read_value(const Cell& cell) {
  if constexpr (std::is_same_v<Type, std::string>) {
    return checked_text(cell);
  } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
    return read_texts(cell);
  } else if constexpr (std::is_same_v<Type, bool>) {
    return is_valid({cell.value, cell.pointer, cell.name, Takes::boolean}) &&
           cell.value.text == "true";
  } else if constexpr (std::is_same_v<Type, std::optional<std::size_t>>) {
    return read_count(cell);
  } else if constexpr (std::is_same_v<Type, std::optional<Decimal>>) {
    return Decimal::parse(checked_text(cell));
  } else if constexpr (std::is_same_v<Type, ProjectKnown>) {
    return is_of(ValueType::table, cell, "a table [known]")
               ? record_of<ProjectKnown>(cell.value, cell.pointer, cell.value.begin)
               : ProjectKnown();
  } else if constexpr (std::is_same_v<Type, std::vector<ProjectTarget>>) {
    return read_targets(cell);
  } else {
    return read_tables<typename Type::value_type>(cell);
  }
}

template <class Record>
std::vector<Record> ProjectReader::read_tables(const Cell& cell) {
  const auto what = fmt::format("tables, each of which begins with [[{}]]", cell.name);
  if (!is_of(ValueType::array, cell, what)) return {};
  std::vector<Record> records;
  for (const auto& item : cell.value.items) {
    const Cell record{item, pointer_join(cell.pointer, records.size()), cell.name};
    if (records.size() == most_records) {
      add_too_many({item, cell.pointer, cell.name}, most_records);
      break;
    }
    records.emplace_back();
    if (is_of(ValueType::table, record, what))
      records.back() = record_of<Record>(item, record.pointer, item.begin);
  }
  return records;
}

template <class Record>
void ProjectReader::add_misplaced(const TomlMember& member, const std::string& pointer) {
  const auto& key = member.key;
  const auto is_key_of = [&](const auto& rows) {
    return std::ranges::any_of(rows, [&](const auto& row) { return row.name == key; });
  };
  constexpr bool is_whole = std::is_same_v<Record, Project>;
  if (is_whole && is_key_of(target_keys))
    return add(member.at, {.rule = "project.unknown-key",
                           .path = pointer,
                           .message = fmt::format("'{}' belongs to a target", key),
                           .suggestion = "put it under [targets.NAME]"});
  if (!is_whole && is_key_of(project_keys))
    return add(member.at,
               {.rule = "project.unknown-key",
                .path = pointer,
                .message = fmt::format("'{}' does not belong to {}", key, noun_of<Record>),
                .suggestion = std::is_same_v<Record, ProjectWaiver> && key == "presets"
                                  ? "write preset = \"SLUG\", and a waiver for each"
                                  : place_of_key(key)});
  constexpr auto known = names_of(keys_of<Record>);
  const std::vector<std::string_view> all(known.begin(), known.end());
  const auto* const form = member.value.type != ValueType::table ? ""
                           : is_whole                            ? "[targets.{}]"
                           : noun_of<Record> == "a gate" ? "write [[gates]], and id = \"{}\" below"
                                                         : "";
  if (!may_not_be_set(key) || !clearly_meant(key, known).empty())
    return add_unknown(member, pointer, all, form);
  // Its value may be a secret.
  add_without_line(member.at, {.rule = "project.forbidden-key",
                               .path = pointer,
                               .message = fmt::format("'{}': a project file may not set it", key),
                               .suggestion = instead_of_key(key)});
}

void ProjectReader::add_invalid(const Cell& cell, std::string_view must, std::string suggestion) {
  add(cell.value.begin, {.rule = "project.value",
                         .path = cell.pointer,
                         .message = fmt::format("{} must {}", cell.name, must),
                         .suggestion = std::move(suggestion)});
}

} // namespace

Result<Project> read_project(std::string file, std::string text, CheckCondition check) {
  TRY_ASSIGN(const auto parsed, parse_config(std::move(file), std::move(text)));
  TRY_ASSIGN(auto home, home_of(parsed.path));
  ProjectReader reader(parsed, std::move(home), check);
  auto project = reader.read();
  auto problems = reader.take_problems();
  if (problems.empty()) return project;
  std::ranges::stable_sort(problems, {}, [](const Problem& problem) {
    return std::pair(problem.place->line, problem.place->column);
  });
  return fail(error_of(parsed.path, std::move(problems)));
}

} // namespace mrctl::config
