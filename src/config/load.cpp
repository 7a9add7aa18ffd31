#include "mrctl/base/file.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/command.hpp"

#include "config_file.hpp"
#include "project_values.hpp"
#include "stored_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <span>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

constexpr std::string_view out_of_reach = "config.unreadable";

struct VariableFault {
  std::string_view name;
  Error error;
};

// Whether a command allows files to be missing and passes over faults.
struct FaultHandling {
  Missing missing;
  Faults faults;
};

constexpr std::string_view prefix_of_variables = "MRCTL_";

bool is_flag(std::string_view name) {
  const auto has_it = [&](spec::Rows<spec::Flag> flags) {
    return find_row(flags, &spec::Flag::name, name) != nullptr;
  };
  return has_it(spec::global_flags()) ||
         std::ranges::any_of(spec::commands(), has_it, &spec::Command::flags);
}

// Returns what to use instead of the variable MRCTL_`name`, which mrctl does not read. Empty if
// nothing is meant: a pipeline keeps base URLs and keys of its targets, or the version to install,
// in variables of its own.
std::string advice_on_variable(std::string_view name) {
  constexpr std::array<std::string_view, 4> of_pipelines{"FROM", "HELP", "READ_KEY", "VERSION"};
  auto flag = "--" + lower_case(name);
  std::ranges::replace(flag, '_', '-');
  if (auto advice = spec::advice_on_flag(flag, nullptr); !advice.empty()) return advice;
  std::vector<std::string_view> known{"API_KEY"};
  std::string_view begun; // STATE of STATE_DIR
  for (const auto& setting : settings()) {
    if (have_same_letters(setting.key, name))
      return setting.variable.empty()
                 ? fmt::format("use {}, or 'mrctl config set {} VALUE'", setting.flag, setting.key)
                 : fmt::format("the name is {}", setting.variable);
    if (setting.variable.empty()) continue;
    known.push_back(setting.variable.substr(prefix_of_variables.size()));
    if (name.starts_with(fmt::format("{}_", known.back()))) begun = known.back();
  }
  if (contains(of_pipelines, name) || name.starts_with("BASE_URL_") || name.starts_with("API_KEY_"))
    return {};
  if (is_flag(flag)) return fmt::format("use {}", flag);
  const auto near = nearest_word(name, known);
  const auto meant = near.empty() ? begun : near;
  return meant.empty() ? std::string()
                       : fmt::format("the name is {}{}", prefix_of_variables, meant);
}

std::vector<std::string> notes_on_variables(const Environment& environment) {
  std::vector<std::string> notes;
  const auto& variables = environment.variables;
  for (auto at = variables.lower_bound(prefix_of_variables);
       at != variables.end() && at->first.starts_with(prefix_of_variables); ++at) {
    const auto& name = at->first;
    if (name == "MRCTL_API_KEY" || find_row(settings(), &Setting::variable, name) != nullptr)
      continue;
    if (const auto advice =
            advice_on_variable(std::string_view(name).substr(prefix_of_variables.size()));
        !advice.empty())
      notes.push_back(fmt::format("mrctl does not read {}: {}", name, advice));
  }
  return notes;
}

std::set<std::string_view> empty_variables(const Environment& environment) {
  std::set<std::string_view> names{"MRCTL_API_KEY"};
  for (const auto& setting : settings())
    names.insert(setting.variable);
  std::erase_if(names, [&](std::string_view name) {
    const auto variable = environment.variables.find(name);
    return variable == environment.variables.end() || !variable->second.empty();
  });
  return names;
}

std::optional<Value> given_value(const Setting& setting, const SettingTexts& flags,
                                 const Environment& environment) {
  if (const auto flag = flags.find(setting.key); flag != flags.end())
    return Value{flag->second, {OriginKind::flag, fmt::format("from {}", setting.flag)}};
  if (const auto text = variable_of(environment, setting.variable); !text.empty())
    return Value{std::string(text),
                 {OriginKind::environment, fmt::format("from {}", setting.variable)}};
  return std::nullopt;
}

Status check_flags(const SettingTexts& flags) {
  for (const auto& [key, text] : flags) {
    const auto* setting = find_setting(key);
    if (setting == nullptr) return fail(Error::internal(fmt::format("'{}' is not a setting", key)));
    TRY(check_text(*setting, text, setting->flag));
  }
  return {};
}

// A variable that a flag overrides is ignored.
std::vector<VariableFault> faults_of(const SettingTexts& flags, const Environment& environment) {
  std::vector<VariableFault> faults;
  for (const auto& setting : config::settings()) {
    const auto text = variable_of(environment, setting.variable);
    if (text.empty() || flags.contains(setting.key)) continue;
    auto checked = check_text(setting, text, setting.variable);
    if (checked && is_path(setting.takes))
      checked = require_expanded(setting.variable, std::string(text));
    if (!checked) faults.push_back({setting.variable, std::move(checked.error())});
  }
  return faults;
}

Environment without(const std::vector<VariableFault>& faults, Environment environment) {
  for (const auto& fault : faults)
    environment.variables.erase(std::string(fault.name));
  return environment;
}

// The usable part of the file.
struct UsableFile {
  std::optional<ConfigFile> file;
  Problems passed_over{};
};

Result<std::optional<ConfigFile>> parse_file(const std::string& path, Missing missing) {
  TRY_ASSIGN(const auto kind, kind_of_file(path));
  const bool may_be_missing = path.empty() || missing == Missing::allow;
  if (may_be_missing && kind == FileKind::absent) return std::nullopt;
  const bool is_word = path.find_first_of("./") == std::string::npos; // "--config work"
  TRY_ASSIGN(auto text, read_file(path, largest_config_file).map_error([&](Error error) {
    if (is_word) error.hint = fmt::format("a profile is chosen with --profile {}", path);
    return error;
  }));
  TRY_ASSIGN(auto file, parse_config(path, std::move(text)));
  return std::optional(std::move(file));
}

// A command that mends the file must not wait for a pipe without a writer.
bool is_left_unread(const std::string& path, const FaultHandling& handling) {
  return handling.missing == Missing::allow && handling.faults == Faults::pass_over &&
         kind_of_file(path) == FileKind::pipe;
}

Result<UsableFile> usable_file(const std::string& path, const FaultHandling& handling) {
  const bool is_strict = handling.faults == Faults::refuse;
  auto file = parse_file(path, handling.missing);
  if (!file && is_strict) return fail(std::move(file.error()));
  if (!file) return UsableFile{std::nullopt, as_warnings(file.error())};
  auto problems = *file ? problems_in(**file) : Problems{};
  if (problems.empty()) return UsableFile{std::move(*file)};
  if (is_strict) return fail(error_of(path, std::move(problems)));
  drop_faulty_members(**file, problems);
  return UsableFile{std::move(*file), as_warnings(error_of(path, std::move(problems)))};
}

// Returns whether this user may not read the file, which may be in the home of the user who started
// a container.
bool is_out_of_reach(const std::string& path) {
  return ::access(path.c_str(), R_OK) != 0 && errno == EACCES;
}

Problems warning_of_unreadable_file(const std::string& path) {
  return {{.severity = Severity::warning,
           .rule = std::string(out_of_reach),
           .message = fmt::format("this user may not read {}; mrctl continues without it", path),
           .suggestion = "set HOME, or MRCTL_CONFIG=/dev/null to use no configuration file"}};
}

// Reads config.toml, or does without it where this user or the command can.
Result<UsableFile> file_of(const Settings& settings, const SettingTexts& flags,
                           const Environment& environment, const FaultHandling& handling) {
  const auto& path = settings.config_file;
  const auto& profile = setting_of(&SettingValues::profile).key;
  const bool is_named = !peek(flags, environment, "config").empty();
  // A named profile must be found: it says where bodies go.
  const bool names_profile = !peek(flags, environment, profile).empty() ||
                             project_value(settings.project, profile).has_value();
  if (!is_named && !names_profile && is_out_of_reach(path))
    return UsableFile{{}, warning_of_unreadable_file(path)};
  if (is_left_unread(path, handling)) return UsableFile{};
  auto how = handling;
  if (!is_named) how.missing = Missing::allow;
  // A file named on the command line must exist.
  if (flags.contains("config") && kind_of_file(path) == FileKind::absent)
    how.faults = Faults::refuse;
  return usable_file(path, how);
}

struct Sources {
  const SettingTexts& flags;
  const Environment& environment;
  std::optional<ConfigFile> file;
};

std::string location(const ConfigFile& file, const TomlMember& member) {
  return fmt::format("{}:{}", file.path, member.at.line);
}

// Returns the one profile whose base URL is that of the target's host, if nothing else names a
// service: no flag, no variable, and no profile that is chosen otherwise.
std::optional<Value> profile_of_host(const Sources& sources, const Project& project,
                                     std::string_view otherwise) {
  const auto& base_url = setting_of(&SettingValues::base_url);
  const auto* target = chosen_target(project);
  if (target == nullptr || target->host.empty() || !sources.file ||
      given_value(base_url, sources.flags, sources.environment))
    return std::nullopt;
  const auto* profiles = find_toml_member(sources.file->root, "profiles");
  if (profiles == nullptr) return std::nullopt;
  std::optional<Value> found;
  for (const auto& profile : profiles->value.members) {
    const auto* url = find_toml_member(profile.value, base_url.key);
    if (url == nullptr) continue;
    if (profile.key == otherwise) return std::nullopt;
    const auto actual = host_of(url->value.text);
    if (!actual) continue;
    const auto expected = host_of(fmt::format("{}://{}", actual->scheme, target->host));
    if (!expected || identity_of(*actual) != identity_of(*expected)) continue;
    if (found) return std::nullopt;
    found = Value{
        profile.key,
        {OriginKind::project, fmt::format("from {}:{}", project.file, target->lines.at("host"))}};
  }
  return found;
}

Value profile_choice(const Sources& sources, const Project& project) {
  const auto& setting = setting_of(&SettingValues::profile);
  if (auto given = given_value(setting, sources.flags, sources.environment))
    return std::move(*given);
  if (auto value = project_value(project, setting.key)) return std::move(*value);
  Value otherwise{std::string(setting.fallback), {OriginKind::fallback, "default"}};
  if (sources.file)
    if (const auto* member = find_toml_member(sources.file->root, setting.key))
      otherwise = {member->value.text,
                   {OriginKind::profile, fmt::format("from {}", location(*sources.file, *member))}};
  return profile_of_host(sources, project, otherwise.text).value_or(otherwise);
}

// The first value of each key wins.
std::vector<std::string> without_duplicates(std::vector<std::string> names) {
  auto end = names.begin();
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), end, *name) == end) std::iter_swap(end++, name);
  names.erase(end, names.end());
  return names;
}

// Returns the tables of the profiles in config.toml.
std::span<const TomlMember> profiles_in(const Sources& sources) {
  const auto* profiles = sources.file ? find_toml_member(sources.file->root, "profiles") : nullptr;
  if (profiles == nullptr) return {};
  return profiles->value.members;
}

std::vector<std::string> known_profiles(const Settings& settings, const Sources& sources) {
  auto names = profiles_with_keys(settings.credentials_file);
  for (const auto& profile : profiles_in(sources))
    names.push_back(profile.key);
  names.emplace_back(setting_of(&SettingValues::profile).fallback);
  return names;
}

// The user has typed the value of a flag; of any other profile, the message names the origin.
Error unknown_profile_from(const Origin& origin, const std::string& name,
                           const std::vector<std::string>& known) {
  auto error = config::unknown_profile(name, known);
  if (origin.kind != OriginKind::flag) error.message += fmt::format(" ({})", origin.detail);
  return error;
}

// A profile chosen by name must exist: a mistyped one could send a body elsewhere.
Status choose_profile(Settings& settings, const Sources& sources, const FaultHandling& handling) {
  auto choice = profile_choice(sources, settings.project);
  const auto name = choice.text;
  const auto origin = choice.origin;
  put(settings, setting_of(&SettingValues::profile), std::move(choice));
  const bool is_readable = sources.file || settings.passed_over.empty();
  if (origin.kind == OriginKind::fallback || handling.missing == Missing::allow || !is_readable)
    return {};
  const auto known = known_profiles(settings, sources);
  if (contains(known, name)) return {};
  if (origin.kind == OriginKind::project &&
      given_value(setting_of(&SettingValues::base_url), sources.flags, sources.environment)) {
    settings.missing_profile = name;
    return {};
  }
  const auto keys = read_stored_keys(settings.credentials_file);
  auto unknown = keys ? unknown_profile_from(origin, name, known) : keys.error();
  if (const auto variable = setting_of(&SettingValues::base_url).variable;
      origin.kind == OriginKind::project && settings.empty_variables.contains(variable))
    unknown.message = fmt::format("{} is empty, and without it the profile of the target is "
                                  "needed: {}",
                                  variable, unknown.message);
  if (handling.faults == Faults::refuse || origin.kind == OriginKind::flag)
    return fail(std::move(unknown));
  append(settings.passed_over, as_warnings(unknown));
  return {};
}

// Returns a path from the file as an absolute one: "~/" is HOME, and relative paths start at the
// file's folder.
std::string path_in_file(const std::string& text, const Sources& sources) {
  const auto home = variable_of(sources.environment, "HOME");
  if (text.starts_with("~/") && !home.empty()) return fmt::format("{}{}", home, text.substr(1));
  const auto folder = std::filesystem::path(sources.file->path).parent_path();
  return (folder / text).string();
}

std::optional<Value> profile_value(const Setting& setting, const Settings& settings,
                                   const Sources& sources) {
  if (!sources.file || setting.place != SettingPlace::profile) return std::nullopt;
  const bool is_target = is_setting(setting, &SettingValues::target);
  if (is_target && !settings.project.targets.empty()) return std::nullopt;
  const auto& name = settings.profile;
  const auto* profile = find_profile(sources.file->root, name);
  if (profile == nullptr) return std::nullopt;
  const auto* member = find_toml_member(profile->value, setting.key);
  if (member == nullptr) return std::nullopt;
  auto text = text_of_value(member->value);
  if (is_path(setting.takes)) text = path_in_file(text, sources);
  return Value{std::move(text),
               {OriginKind::profile,
                fmt::format("from profile {} ({})", name, location(*sources.file, *member))}};
}

void fill_settings(Settings& settings, const Sources& sources) {
  for (const auto& setting : config::settings()) {
    if (settings.values.contains(setting.key)) continue;
    auto value = given_value(setting, sources.flags, sources.environment);
    if (!value) value = project_value(settings.project, setting.key);
    if (!value) value = profile_value(setting, settings, sources);
    if (!value && !setting.fallback.empty())
      value = Value{std::string(setting.fallback), {OriginKind::fallback, "default"}};
    if (value) put(settings, setting, std::move(*value));
  }
  if (auto host = host_of(settings.base_url)) settings.host = *std::move(host);
  for (const auto& profile : profiles_in(sources))
    if (find_toml_member(profile.value, setting_of(&SettingValues::base_url).key) != nullptr)
      settings.profiles_with_url.push_back(profile.key);
}

// Records are in a folder or on a branch, whichever was said nearer to the command line.
Status choose_state(Settings& settings) {
  const auto& folder_key = setting_of(&SettingValues::state).key;
  const auto& branch_key = setting_of(&SettingValues::state_branch).key;
  const auto* folder = find_value(settings, folder_key);
  const auto* branch = find_value(settings, branch_key);
  if (folder == nullptr || branch == nullptr) return {};
  const auto& project = settings.project.lines;
  if (folder->origin.kind == OriginKind::project && branch->origin.kind == OriginKind::project)
    return fail(
        Error::usage(fmt::format("{}:{}: state and state_branch exclude each other",
                                 settings.project.file, project.find("state_branch")->second),
                     "records are in a folder or on a branch: keep one of them"));
  const bool is_folder = folder->origin.kind <= branch->origin.kind;
  (is_folder ? settings.state_branch : settings.state).clear();
  settings.values.erase(settings.values.find(is_folder ? branch_key : folder_key));
  return {};
}

Result<Settings> load_checked(const SettingTexts& flags, const Environment& environment,
                              const FaultHandling& handling, Project project) {
  Settings settings;
  settings.project = std::move(project);
  settings.config_file = config_file_of(flags, environment);
  settings.credentials_file = credentials_file_beside(settings.config_file);
  settings.unread_variables = notes_on_variables(environment);
  settings.empty_variables = empty_variables(environment);
  TRY_ASSIGN(auto usable, file_of(settings, flags, environment, handling));
  settings.passed_over = std::move(usable.passed_over);
  const Sources sources{flags, environment, std::move(usable.file)};
  TRY(choose_profile(settings, sources, handling));
  fill_settings(settings, sources);
  TRY(choose_state(settings));
  return settings;
}

} // namespace

Result<Settings> load(const SettingTexts& flags, const Environment& environment, Missing missing,
                      Faults faults, Project project) {
  TRY(check_flags(flags));
  const auto wrong = faults_of(flags, environment);
  if (wrong.empty()) return load_checked(flags, environment, {missing, faults}, std::move(project));
  if (faults == Faults::refuse) return fail(wrong.front().error);
  auto settings =
      load_checked(flags, without(wrong, environment), {missing, faults}, std::move(project));
  for (std::size_t i = 0; settings && i < wrong.size(); ++i)
    append(settings->passed_over, as_warnings(wrong[i].error));
  return settings;
}

std::string config_file_of(const SettingTexts& flags, const Environment& environment) {
  if (auto named = peek(flags, environment, "config"); !named.empty()) return named;
  const auto configuration = variable_of(environment, "XDG_CONFIG_HOME");
  if (configuration.starts_with('/')) return fmt::format("{}/mrctl/config.toml", configuration);
  const auto home = variable_of(environment, "HOME");
  return home.empty() ? std::string() : fmt::format("{}/.config/mrctl/config.toml", home);
}

Status require_read_file(const Settings& settings) {
  const auto* problem = find_row(settings.passed_over, &Problem::rule, out_of_reach);
  if (problem == nullptr) return {};
  return fail(Error::usage(fmt::format("this user may not read {}, which may say where requests go",
                                       settings.config_file),
                           problem->suggestion.text));
}

std::string peek(const SettingTexts& flags, const Environment& environment, std::string_view key) {
  const auto* setting = find_setting(key);
  if (setting == nullptr) return {};
  const auto value = given_value(*setting, flags, environment);
  return value ? value->text : std::string();
}

Error unknown_profile(std::string_view name, std::vector<std::string> known) {
  known = without_duplicates(std::move(known));
  const auto shell_word = name.find_first_of(" '\"") == std::string_view::npos
                              ? std::string(name)
                              : std::string("NAME");
  auto hint =
      fmt::format("known profiles: {}; 'mrctl config set --profile {} base_url URL' creates "
                  "it",
                  fmt::join(known, ", "), shell_word);
  if (const auto near = nearest_word(std::string(name), known); !near.empty())
    hint = fmt::format("did you mean '{}'? {}", near, hint);
  return Error::usage(fmt::format("unknown profile '{}'", name), std::move(hint));
}

} // namespace mrctl::config
