#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"

#include "config_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace mrctl::config {

namespace {

namespace fs = std::filesystem;

// Returns the file that a flag or the variable names, empty if that is empty; nothing if the file
// is to be looked for.
std::optional<std::string> named_file(const spec::SettingTexts& flags,
                                      const Environment& environment) {
  const auto& setting = setting_of(&SettingValues::project);
  if (const auto flag = flags.find(setting.key); flag != flags.end()) return flag->second;
  const auto variable = environment.variables.find(setting.variable);
  if (variable == environment.variables.end()) return std::nullopt;
  return variable->second;
}

Result<Project> read_named(const std::string& path, CheckCondition check) {
  const auto& setting = setting_of(&SettingValues::project);
  TRY(require_expanded(setting.variable, path)); // as flags were
  TRY(check_text(setting, path, setting.variable));
  if (kind_of_file(path) == FileKind::folder)
    return fail(Error::usage(fmt::format("the project file {} is a folder", path),
                             fmt::format("name the file: {}/{}", path, project_file_name)));
  TRY_ASSIGN(auto text, read_own_file(path, largest_config_file));
  if (!text) {
    const auto near = nearest_path(path);
    return fail(Error::usage(fmt::format("there is no project file {}", path),
                             !near.empty() ? fmt::format("did you mean {}?", near)
                             : path.find_first_of("./") == path.npos
                                 ? fmt::format("name a file, such as {}; a target is chosen with "
                                               "--target {}",
                                               project_file_name, path)
                                 : "'mrctl init' writes one"));
  }
  return read_project(path, *std::move(text), check);
}

// Outside a repository, folders above may be somebody else's.
Result<Project> search(CheckCondition check) {
  TRY_ASSIGN(const auto here, absolute_path("."));
  const fs::path whole(here);
  const auto folder = whole.has_filename() ? whole : whole.parent_path();
  TRY_ASSIGN(const auto repository, repository_of(folder.string()));
  const fs::path last(repository.value_or(folder.string()));
  fs::path way;
  for (auto at = folder;; at = at.parent_path(), way /= "..") {
    auto file = (way / project_file_name).string();
    TRY_ASSIGN(auto text, read_own_file(file, largest_config_file));
    if (text) return read_project(std::move(file), *std::move(text), check);
    if (at == last) return Project{};
  }
}

Result<Project> read_found(const spec::SettingTexts& flags, const Environment& environment,
                           CheckCondition check) {
  const auto named = named_file(flags, environment);
  if (!named) return search(check);
  return named->empty() ? Project{} : read_named(*named, check);
}

std::vector<std::string> names_of_targets(const Project& project) {
  return mapped(project.targets, [](const auto& target) { return target.name; });
}

Error unknown_target(const Project& project, const std::string& name) {
  const auto names = names_of_targets(project);
  if (name.find(',') != name.npos || name == "all")
    return Error::usage(fmt::format("unknown target '{}'", name),
                        fmt::format("one run is for one target: --target {}; 'mrctl preset state' "
                                    "has --all-targets",
                                    names.empty() ? "NAME" : names.front()));
  return Error::unknown_word("target", name, nearest_word(name, names),
                             fmt::format("{} has {}", project.file, listed(names, most_named)));
}

Error no_target(const Project& project, const Environment& environment) {
  const auto variable = setting_of(&SettingValues::target).variable;
  return Error::usage(fmt::format("{} has several targets: {}{}", project.file,
                                  listed(names_of_targets(project), most_named),
                                  environment.variables.contains(variable)
                                      ? fmt::format("; {} is empty", variable)
                                      : ""),
                      "choose one with --target NAME or MRCTL_TARGET, or set default_target");
}

} // namespace

Result<Project> find_project(const spec::SettingTexts& flags, const Environment& environment,
                             TargetChoice choice, CheckCondition check) {
  TRY_ASSIGN(auto project, read_found(flags, environment, check));
  if (project.targets.empty()) return project;
  const auto given = peek(flags, environment, setting_of(&SettingValues::target).key);
  const bool is_unknown = !given.empty() && find_target(project, given) == nullptr;
  if (is_unknown) return fail(unknown_target(project, given));
  project.target = given.empty() ? project.default_target : given;
  if (project.target.empty() && project.targets.size() == 1)
    project.target = project.targets.front().name;
  if (project.target.empty() && choice == TargetChoice::needed)
    return fail(no_target(project, environment));
  return project;
}

std::vector<std::string> every_base_of(const Project& project) {
  auto bases = project.bases;
  for (const auto& target : project.targets)
    append(bases, target.bases);
  return bases;
}

std::vector<std::string> known_lists_of(const Project& project) {
  std::vector<std::string> lists;
  for (const auto& row : known_keys)
    if (const auto& file = project.known.*std::get<std::string ProjectKnown::*>(row.member);
        !file.empty())
      lists.push_back(fmt::format("{}={}", row.name, file));
  return lists;
}

std::vector<std::string> bases_of(const Project& project) {
  auto bases = project.bases;
  if (const auto* target = chosen_target(project)) append(bases, target->bases);
  return bases;
}

const ProjectTarget* chosen_target(const Project& project) {
  return find_target(project, project.target);
}

const ProjectTarget* find_target(const Project& project, std::string_view name) {
  return find_row(project.targets, &ProjectTarget::name, name);
}

} // namespace mrctl::config
