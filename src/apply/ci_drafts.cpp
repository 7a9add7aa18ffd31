#include "mrctl/apply/ci_drafts.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project.hpp"

#include "ci_configuration.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

// What is known of the project, and the drafts that follow from it.
struct Setup {
  config::Project project{}; // paths are relative to the folder
  CiBranch branch{};
  Drafts drafts{};
};

bool holds_records(const fs::path& folder) {
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (at->path().extension() == ".json") return true;
  return false;
}

// Where records lie; empty if there are none.
std::string records_of(const config::Project& project) {
  if (!project.state.empty()) return holds_records(project.state) ? project.state : std::string();
  for (const auto& path : project.presets)
    if (const auto state = state_folder_of(path); state && holds_records(*state)) return *state;
  return {};
}

// Puts the branch in the place of the folder, else before everything but the first comments.
std::string with_branch(const std::string& text, const config::Project& project,
                        const std::string& line) {
  const auto old = lines_in(text);
  std::vector<std::string> lines(old.begin(), old.end());
  if (const auto state = project.lines.find("state"); state != project.lines.end()) {
    const auto at = state->second - 1;
    lines.at(at) = line;
    // The comment that `mrctl init` writes is on folders.
    if (at > 0 && lines[at - 1].starts_with('#') && lines[at - 1].find("--state") != line.npos)
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at) - 1);
  } else {
    const auto first =
        std::ranges::find_if(lines, [](std::string_view each) { return !each.starts_with('#'); });
    lines.insert(first, line);
  }
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

// A project without records begins with a branch; others are told how to move theirs.
void choose_branch(Setup& setup, const std::string& file, const std::string& text) {
  auto& [project, branch, drafts] = setup;
  if (!project.state_branch.empty()) {
    branch.name = project.state_branch;
    if (!project.state_remote.empty()) branch.remote = project.state_remote;
    return;
  }
  const auto line = fmt::format("state_branch = \"{}\"", branch.name);
  if (const auto records = records_of(project); !records.empty()) {
    drafts.notes.push_back(fmt::format(
        "the jobs keep records on the branch {}, and those in {} are not there yet: run "
        "'mrctl preset state --import {} --state-branch {}' and 'git rm -r {}', and set {} instead "
        "of state in {}",
        branch.name, records, shell_quoted(records), branch.name, shell_quoted(records), line,
        file));
    return;
  }
  drafts.change = project.state.empty() ? fmt::format("{}: {} is added", file, line)
                                        : fmt::format("{}: {} replaces state", file, line);
  drafts.files.push_back({file, with_branch(text, project, line), text});
}

void draft_new_project(Setup& setup, const std::string& file) {
  auto& [project, branch, drafts] = setup;
  if (!holds_records(project.state)) {
    project.state.clear();
    project.state_branch = branch.name;
  }
  drafts.files.push_back({file, config::project_text(project)});
  if (project.presets.empty())
    drafts.notes.push_back(fmt::format("no presets were found: set 'presets' in {}, and run this "
                                       "command again",
                                       file));
}

Result<Setup> draft_project(const ProjectSurroundings& surroundings, const std::string& folder) {
  Setup setup;
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  if (old) {
    TRY_ASSIGN(setup.project, config::read_project(file, *old));
  } else {
    setup.project = found_project(surroundings, folder);
    draft_new_project(setup, file);
  }
  choose_branch(setup, file, old.value_or(""));
  if (old && !folder.empty())
    for (auto& path : setup.project.presets)
      path = fs::path(path).lexically_relative(folder).string();
  return setup;
}

// A pipeline that is there already includes that of mrctl, unless mrctl wrote it.
Result<std::string_view> file_for_gitlab(const std::string& folder) {
  const auto included = fs::path(folder) / included_gitlab_file;
  TRY_ASSIGN(const auto kind, kind_of_file(included.string()));
  if (kind != FileKind::absent) return included_gitlab_file;
  TRY_ASSIGN(const auto old,
             read_own_file((fs::path(folder) / gitlab_file).string(), largest_input));
  return !old || old->starts_with(fmt::format("# {}: ", gitlab_file)) ? gitlab_file
                                                                      : included_gitlab_file;
}

Status add_configuration(Setup& setup, const spec::FlagValues& flags, const std::string& folder) {
  auto& drafts = setup.drafts;
  const auto drift = flags.live.value_or(false) ? DriftJob::nightly : DriftJob::absent;
  std::vector<CiFile> files;
  if (flags.ci == "github") {
    TRY_ASSIGN(files, github_files(setup.project, setup.branch, drift));
  } else {
    TRY_ASSIGN(const auto path, file_for_gitlab(folder));
    TRY_ASSIGN(files, gitlab_files(setup.project, setup.branch, drift, path));
    if (path == included_gitlab_file)
      drafts.notes.push_back(fmt::format("add to {}: include: [{{local: {}}}]", gitlab_file, path));
  }
  for (auto& file : files) {
    auto path = (fs::path(folder) / file.path).string();
    TRY_ASSIGN(auto old, read_own_file(path, largest_input));
    drafts.files.push_back({std::move(path), std::move(file.text), std::move(old)});
  }
  return {};
}

// The service reads its configuration at the top of the repository.
std::optional<std::string> note_on_place(const std::string& folder) {
  const auto here = absolute_path(folder.empty() ? "." : folder);
  if (!here) return std::nullopt;
  const auto whole = fs::path(*here).lexically_normal();
  const auto top = repository_of((whole.has_filename() ? whole : whole.parent_path()).string());
  if (!top || !*top || fs::equivalent(**top, whole)) return std::nullopt;
  return fmt::format("CI services read their configuration at the top of the repository, which is "
                     "{}: move what was written there",
                     **top);
}

} // namespace

Result<Drafts> draft_ci(const ProjectSurroundings& surroundings, const spec::FlagValues& flags,
                        const std::string& folder) {
  TRY_ASSIGN(auto setup, draft_project(surroundings, folder));
  TRY(add_configuration(setup, flags, folder));
  auto& drafts = setup.drafts;
  if (auto note = note_on_place(folder)) drafts.notes.push_back(*std::move(note));
  if (auto note = note_on_file_above(folder)) drafts.notes.push_back(*std::move(note));
  append(drafts.notes, settings_by_hand(setup.project, setup.branch, *flags.ci));
  return std::move(drafts);
}

} // namespace mrctl::apply
