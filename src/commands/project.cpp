#include "mrctl/commands/project.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "mistaken_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>

namespace mrctl::commands {

namespace {

using spec::ProjectUse;

// Comparing two files needs no project file, nor does --columns help.
bool uses_project(const spec::Invocation& invocation) {
  const auto use = invocation.command->project;
  const auto& flags = invocation.flags;
  if (use == ProjectUse::for_service)
    return !flags.presets.empty() || invocation.arguments.size() < 2 ||
           invocation.gives(&spec::SettingValues::target);
  return use != ProjectUse::unused && use != ProjectUse::ignored && flags.columns != "help";
}

// A project file under another name, or in a folder where it is not looked for.
std::string misplaced_project() {
  for (const auto* name : {"mrctl.yaml", "mrctl.yml", "mrctl.json", ".mrctl.toml"})
    if (kind_of_file(name) == FileKind::regular)
      return fmt::format("there is a {}: the name of a project file is mrctl.toml", name);
  std::error_code error;
  constexpr std::size_t most_entries = 1'000;
  std::size_t seen = 0;
  for (auto at = std::filesystem::directory_iterator(".", error);
       !error && at != std::filesystem::directory_iterator() && seen < most_entries;
       at.increment(error), ++seen)
    if (const auto path = (at->path().lexically_normal() / "mrctl.toml").string();
        kind_of_file(path) == FileKind::regular)
      return fmt::format("there is a project file in a folder below: --project {}", path);
  return {};
}

Error no_paths(const spec::Invocation& invocation, const config::Project& project) {
  const auto why = project.file.empty() ? std::string("there is no project file that names presets")
                                        : fmt::format("{} names no presets", project.file);
  const auto head = read_file(".git/HEAD", 1024);
  const auto other = !project.file.empty() ? std::string()
                     : head && head->find("/mrctl-state") != head->npos
                         ? std::string("this is the branch of the records: check out the branch of "
                                       "the presets, as in 'git checkout main'")
                         : misplaced_project();
  if (!other.empty())
    return Error::usage(fmt::format("'{}' needs PATH: {}", invocation.command->name(), why), other);
  return Error::usage(fmt::format("'{}' needs PATH: {}", invocation.command->name(), why),
                      project.file.empty()
                          ? "name files or folders, or run 'mrctl init' to write a project file"
                          : "name files or folders, or set 'presets' in that file");
}

std::string hint_on_missing(const std::string& path, std::string_view key) {
  if (path.find_first_of("*?") != path.npos)
    return fmt::format("{} takes no patterns: name the folder {}", key,
                       spec::folder_of_pattern(path));
  auto near = nearest_path(path);
  const std::filesystem::path whole(path);
  if (near.empty())
    for (const auto& name : names_beside(whole))
      if (auto inside = (whole.parent_path() / name / whole.filename()).string();
          kind_of_file(inside) == FileKind::regular)
        near = std::move(inside);
  return near.empty() ? fmt::format("create it, or remove it from {}", key)
                      : fmt::format("did you mean {}?", near);
}

// Otherwise a message would name a path that nobody has typed.
Status check_paths(const config::Project& project, const std::vector<std::string>& paths,
                   const config::KeyLines& lines, std::string_view key) {
  for (const auto& path : paths) {
    TRY_ASSIGN(const auto kind, kind_of_file(path));
    if (kind == FileKind::absent)
      return fail(Error::usage(fmt::format("{}:{} names {}, which does not exist", project.file,
                                           lines.find(key)->second, path),
                               hint_on_missing(path, key)));
    if (kind == FileKind::pipe || kind == FileKind::device) // reading it could wait for ever
      return fail(Error::usage(fmt::format("{}:{} names {}, which is neither a file nor a folder",
                                           project.file, lines.find(key)->second, path)));
  }
  return {};
}

Status check_bases(const config::Project& project) {
  TRY(check_paths(project, project.bases, project.lines, "bases"));
  const auto* target = config::chosen_target(project);
  return target == nullptr ? Status() : check_paths(project, target->bases, target->lines, "bases");
}

// Flags of a body take the place of the project's presets, and of what those are built on.
bool sets_presets_aside(const spec::Invocation& invocation) {
  return takes_presets(invocation) && !routing::flag_of_one_body(invocation).empty();
}

bool names_code(const std::vector<std::string>& lists, std::string_view code) {
  return std::ranges::any_of(lists, [&](const std::string& list) {
    const auto codes = split(list, ',');
    return contains(codes, code);
  });
}

// --known and --assume go over what the file says of the same check.
void add_premises(spec::FlagValues& flags, const config::Project& project) {
  const auto code_of = [](const std::string& known) { return known.substr(0, known.find('=')); };
  const auto given = flags.known;
  for (const auto& known : config::known_lists_of(project))
    if (!names_code(flags.assume, code_of(known)) && !contains(given, code_of(known), code_of))
      flags.known.push_back(known);
  if (!flags.assume.empty()) return;
  for (const auto& code : project.assume)
    if (!contains(given, code, code_of)) flags.assume.push_back(code);
}

// A PATH that is not there and is the slug of one preset of the project, with or without the
// target's prefix, becomes the path of its file.
void find_slugs(std::vector<std::string>& paths, const config::Project& project) {
  const auto is_missing = [](const std::string& path) {
    return path != "-" && kind_of_file(path) == FileKind::absent;
  };
  if (project.presets.empty() || std::ranges::none_of(paths, is_missing)) return;
  const auto files = body::find_preset_files(project.presets, "", config::every_base_of(project));
  if (!files) return; // the command fails on the path as it is
  const auto* target = config::chosen_target(project);
  const auto prefix = target == nullptr ? std::string() : target->slug_prefix;
  for (auto& path : paths) {
    std::vector<const body::PresetFile*> found;
    for (const auto& file : *files)
      if (file.slug == path || prefix + file.slug == path) found.push_back(&file);
    if (found.size() == 1 && is_missing(path)) path = found.front()->path;
  }
}

// Returns the host of the chosen target if the base URL leads to another one.
Result<std::optional<Host>> other_host_of_target(const config::Settings& settings) {
  const auto* target = config::chosen_target(settings.project);
  if (target == nullptr || target->host.empty() || !settings.host) return std::nullopt;
  const auto& actual = *settings.host;
  TRY_ASSIGN(auto expected, host_of(fmt::format("{}://{}", actual.scheme, target->host)));
  if (identity_of(actual) == identity_of(expected)) return std::nullopt;
  return expected;
}

// Returns whether the base URL is that of an emulator that runs, by the variables that it gives its
// shell.
bool is_of_emulator(const config::Settings& settings, const config::Environment& environment) {
  const auto pid = number_in<pid_t>(config::variable_of(environment, "MRCTL_EMULATOR_PID"));
  if (!pid || *pid <= 0 || (::kill(*pid, 0) != 0 && errno != EPERM)) return false;
  const auto own = host_of(config::variable_of(environment, "MRCTL_BASE_URL"));
  return own && is_loopback(own->name) && identity_of(*settings.host) == identity_of(*own);
}

// A faulty file is no reason to stop a command that does not use it.
std::string note_on_ignored(const spec::Invocation& invocation,
                            const config::Environment& environment) {
  if (invocation.command->project != ProjectUse::ignored) return {};
  const auto found =
      config::find_project(invocation.settings, environment, config::TargetChoice::optional);
  if (!found || found->file.empty()) return {};
  return fmt::format("'{}' does not use the bases, targets and records of {}; 'mrctl preset apply' "
                     "does",
                     invocation.command->name(), found->file);
}

// A folder of a variable or flag goes before a branch.
std::vector<std::string> notes_on_state(const config::Settings& settings,
                                        const config::Environment& environment,
                                        std::size_t verbose) {
  std::vector<std::string> notes;
  const auto* state = config::find_value(settings, "state");
  if (state == nullptr) return notes;
  if (!config::variable_of(environment, "MRCTL_STATE_BRANCH").empty())
    notes.push_back(fmt::format("MRCTL_STATE_BRANCH is not used: records are kept in the folder {} "
                                "({})",
                                settings.state, state->origin.detail));
  const bool is_of_emulator = state->origin.kind == config::OriginKind::environment &&
                              !config::variable_of(environment, "MRCTL_EMULATOR_PID").empty();
  if (is_of_emulator && !settings.project.state_branch.empty() && verbose > 0)
    notes.push_back(
        fmt::format("MRCTL_STATE of the emulator's shell is used, not state_branch of {}",
                    settings.project.file));
  return notes;
}

// A bare number is in seconds, and often meant in milliseconds.
std::string note_on_time_limit(const config::Settings& settings) {
  constexpr std::size_t hour = 3600;
  for (const auto* key : {"timeout", "connect_timeout"}) {
    const auto* value = config::find_value(settings, key);
    const auto seconds = value == nullptr ? std::nullopt : number_in<std::size_t>(value->text);
    if (seconds && *seconds >= hour)
      return fmt::format("{} is {} seconds: write {}ms if milliseconds are meant", key, *seconds,
                         *seconds);
  }
  return {};
}

// "newone", and "support.yaml.j2" of a template.
bool may_be_preset(const std::string& name) {
  const auto stem = name.substr(0, name.rfind('.'));
  return (spec::is_slug(name) && name.find('.') == name.npos && name == lower_case(name)) ||
         (stem != name && !spec::has_body_ending(name) && spec::has_body_ending(stem));
}

// A file that lacks its ending is never sent, and would be missed later.
std::string note_on_files_without_ending(const std::vector<std::string>& folders) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> names;
  for (const auto& folder : folders)
    if (kind_of_file(folder) == FileKind::folder)
      for (const auto& name : names_beside(folder + "/"))
        if (may_be_preset(name) && kind_of_file(folder + "/" + name) == FileKind::regular)
          names.push_back(name);
  if (names.empty()) return {};
  return fmt::format("{} without .yaml or .json {}: {}", counted(names.size(), "file"),
                     names.size() == 1 ? "is no preset" : "are no presets",
                     listed(names, most_named));
}

// "preset plan --target support", where support is a preset and the project has no targets.
std::string note_on_preset_as_target(const config::Project& project, std::string_view target) {
  for (const auto& path : project.presets)
    for (const auto ending : spec::body_endings)
      if (const auto file = fmt::format("{}/{}{}", path, target, ending);
          !target.empty() && kind_of_file(file) == FileKind::regular)
        return fmt::format("'{0}' is a preset, and --target names a place where presets are "
                           "applied; for this preset alone, write its slug: {0}",
                           target);
  return {};
}

} // namespace

Result<config::Project> project_for(const spec::Invocation& invocation,
                                    const config::Environment& environment) {
  if (!uses_project(invocation)) return config::Project{};
  const auto check = [](std::string_view text) -> Status {
    auto condition = service::parse_condition(text);
    return condition ? Status() : fail(std::move(condition.error()));
  };
  const bool needs_no_target = invocation.command->project == ProjectUse::shown ||
                               invocation.flags.all_targets || invocation.flags.import_from;
  return config::find_project(
      invocation.settings, environment,
      needs_no_target ? config::TargetChoice::optional : config::TargetChoice::needed, check);
}

Result<spec::Invocation> with_project(spec::Invocation invocation, const config::Project& project) {
  const auto& command = *invocation.command;
  auto& flags = invocation.flags;
  find_slugs(flags.presets, project);
  if (takes_presets(invocation) && command.name() != "preset state")
    find_slugs(invocation.arguments, project);
  TRY(refuse_mistaken_words(invocation, project));
  TRY(check_bases(project));
  const bool has_own_body = sets_presets_aside(invocation);
  if (const auto bases = config::bases_of(project); !has_own_body)
    flags.base.insert(flags.base.begin(), bases.begin(), bases.end());
  add_premises(flags, project);
  const auto* target = config::chosen_target(project);
  if (target != nullptr && !target->slug_prefix.empty() && !flags.slug_prefix)
    flags.slug_prefix = target->slug_prefix;
  auto& paths = invocation.arguments;
  if (takes_presets(invocation) && paths.empty() && !has_own_body) {
    TRY(check_paths(project, project.presets, project.lines, "presets"));
    paths = project.presets;
  }
  const bool needs_paths = command.project == ProjectUse::by_paths ||
                           command.project == ProjectUse::guarded || flags.of_presets;
  if (needs_paths && paths.empty()) return fail(no_paths(invocation, project));
  return invocation;
}

bool takes_presets(const spec::Invocation& invocation) {
  return invocation.flags.of_presets || invocation.command->has_argument(Takes::preset_file);
}

std::vector<std::string> every_base(const spec::Invocation& invocation,
                                    const config::Settings& settings) {
  return joined(config::every_base_of(settings.project), invocation.flags.base);
}

std::vector<std::string> project_notes(const spec::Invocation& invocation,
                                       const Context::Service& service) {
  const auto& settings = service.settings;
  const auto& project = settings.project;
  auto notes = settings.unread_variables;
  if (project.targets.empty())
    if (auto note = note_on_preset_as_target(project, settings.target); !note.empty())
      notes.push_back(std::move(note));
  if (auto note = note_on_ignored(invocation, service.environment); !note.empty())
    notes.push_back(std::move(note));
  if (takes_presets(invocation))
    if (auto note = note_on_files_without_ending(
            invocation.arguments.empty() ? project.presets : invocation.arguments);
        !note.empty())
      notes.push_back(std::move(note));
  if (auto note = note_on_time_limit(settings); !note.empty()) notes.push_back(std::move(note));
  for (const auto& target : project.targets)
    for (const auto mark : {"-", "_", "."})
      if (invocation.flags.slug_prefix &&
          target.slug_prefix == *invocation.flags.slug_prefix + mark)
        notes.push_back(fmt::format("the prefix of {} is '{}': is --slug-prefix {} meant?",
                                    target.name, target.slug_prefix, target.slug_prefix));
  if (sets_presets_aside(invocation) && !config::bases_of(project).empty())
    notes.push_back(
        fmt::format("the bases of {} are not used, because flags give the body", project.file));
  if (!settings.missing_profile.empty() && invocation.flags.verbose > 0)
    notes.push_back(fmt::format("there is no profile {0}, which the target {1} uses; the base URL "
                                "is {2}; 'mrctl config set --profile {0} base_url URL' creates it",
                                settings.missing_profile, project.target,
                                config::find_value(settings, "base_url")->origin.detail));
  if (invocation.command->project != ProjectUse::guarded) return notes;
  append(notes, notes_on_state(settings, service.environment, invocation.flags.verbose));
  if (const auto other = other_host_of_target(settings);
      other && *other && is_of_emulator(settings, service.environment))
    notes.push_back(fmt::format("the base URL is that of the emulator that is running, not that of "
                                "the target {}",
                                project.target));
  return notes;
}

Problems project_warnings(const spec::Invocation& invocation, const Context::Service& service) {
  const auto& settings = service.settings;
  const auto& project = settings.project;
  const auto* branch = config::find_value(settings, "state_branch");
  Problems warnings;
  if (invocation.command->project != ProjectUse::guarded || branch == nullptr ||
      branch->origin.kind != config::OriginKind::environment)
    return warnings;
  const auto warn = [&](std::string_view key) {
    const auto line = project.lines.find(key);
    if (line == project.lines.end()) return;
    warnings.push_back(
        {.severity = Severity::warning,
         .rule = "state.elsewhere",
         .place = Place{.file = project.file, .line = line->second, .column = 1},
         .message = fmt::format("{} is not used: {} puts the records on the branch {}", key,
                                branch->origin.detail, settings.state_branch)});
  };
  warn("state");
  if (project.state_branch != settings.state_branch) warn("state_branch");
  if (project.state_remote != settings.state_remote) warn("state_remote");
  return warnings;
}

Status check_host(const config::Settings& settings, const config::Environment& environment) {
  TRY_ASSIGN(const auto expected, other_host_of_target(settings));
  if (!expected || is_of_emulator(settings, environment)) return {};
  const auto* target = config::chosen_target(settings.project);
  return fail(Error::usage(
      fmt::format("the target {} is {} ({}:{}), but the base URL points to {} ({}); nothing was "
                  "sent",
                  target->name, address_of(*expected), settings.project.file,
                  target->lines.at("host"), address_of(*settings.host),
                  config::find_value(settings, "base_url")->origin.detail),
      "choose another target with --target, or a profile or base URL of that host"));
}

} // namespace mrctl::commands
