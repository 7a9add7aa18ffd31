#include "init_ci.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/project.hpp"

#include "ci_configuration.hpp"
#include "found_project.hpp"
#include "question.hpp"
#include "written_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

namespace fs = std::filesystem;

// A file that is to be written: by its path from the current folder.
struct Draft {
  std::string path;
  std::string text;
  std::optional<std::string> old{};

  [[nodiscard]] bool is_new_text() const { return old != text; }
};

// What is known of the project, and the texts that follow from it.
struct Drafts {
  config::Project project{}; // paths are relative to the folder
  CiBranch branch{};
  std::vector<Draft> files{};
  std::string change{}; // of a project file that was there
  std::vector<std::string> notes{};
};

bool holds_records(const fs::path& folder) {
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (at->path().extension() == ".json") return true;
  return false;
}

std::string from_folder(const std::string& path, const std::string& folder) {
  return folder.empty() ? path : fs::path(path).lexically_relative(folder).string();
}

// Where records lie; empty if there are none.
std::string records_of(const config::Project& project) {
  if (!project.state.empty()) return holds_records(project.state) ? project.state : std::string();
  for (const auto& path : project.presets)
    if (const auto state = apply::state_folder_of(path); state && holds_records(*state))
      return *state;
  return {};
}

// Puts the branch in the place of the folder, else before everything but the first comments.
std::string with_branch(const std::string& text, const config::Project& project,
                        const std::string& line) {
  std::vector<std::string> lines;
  for (const auto each : lines_in(text))
    lines.emplace_back(each);
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
void choose_branch(Drafts& drafts, const std::string& file, const std::string& text) {
  auto& project = drafts.project;
  if (!project.state_branch.empty()) {
    drafts.branch.name = project.state_branch;
    if (!project.state_remote.empty()) drafts.branch.remote = project.state_remote;
    return;
  }
  const auto line = fmt::format("state_branch = \"{}\"", drafts.branch.name);
  if (const auto records = records_of(project); !records.empty()) {
    drafts.notes.push_back(fmt::format(
        "the jobs keep records on the branch {}, and those in {} are not there yet: run "
        "'mrctl preset state --import {} --state-branch {}' and 'git rm -r {}', and set {} in the "
        "place of state in {}",
        drafts.branch.name, records, shell_quoted(records), drafts.branch.name,
        shell_quoted(records), line, file));
    return;
  }
  drafts.change = project.state.empty()
                      ? fmt::format("{}: {} is added", file, line)
                      : fmt::format("{}: {} takes the place of state", file, line);
  drafts.files.push_back({file, with_branch(text, project, line), text});
}

void draft_new_project(Drafts& drafts, const std::string& file) {
  auto& project = drafts.project;
  if (!holds_records(project.state)) {
    project.state.clear();
    project.state_branch = drafts.branch.name;
  }
  drafts.files.push_back({file, config::project_text(project)});
  if (project.presets.empty())
    drafts.notes.push_back(fmt::format("no presets were found: set 'presets' in {}, and run this "
                                       "command again",
                                       file));
}

Result<Drafts> draft_project(const Context& context, const std::string& folder) {
  Drafts drafts;
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  if (old) {
    TRY_ASSIGN(drafts.project, config::read_project(file, *old));
  } else {
    drafts.project = found_project(context, folder);
    draft_new_project(drafts, file);
  }
  choose_branch(drafts, file, old.value_or(""));
  if (old)
    for (auto& path : drafts.project.presets)
      path = from_folder(path, folder);
  return drafts;
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

Status add_configuration(Drafts& drafts, std::string_view service, const std::string& folder) {
  std::vector<CiFile> files;
  if (service == "github") {
    TRY_ASSIGN(files, github_files(drafts.project, drafts.branch));
  } else {
    TRY_ASSIGN(const auto path, file_for_gitlab(folder));
    TRY_ASSIGN(files, gitlab_files(drafts.project, drafts.branch, path));
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

Status ask_to_replace(const Context& context, const Drafts& drafts) {
  std::vector<std::string> names;
  for (const auto& file : drafts.files)
    if (file.old && file.is_new_text()) names.push_back(file.path);
  if (names.empty()) return {};
  if (!drafts.change.empty() && !context.invocation.flags.yes)
    context.service.trace("mrctl: note: " + drafts.change);
  const auto listed = fmt::format("{}", fmt::join(names, ", "));
  return ask_for(context.invocation.flags, context.input,
                 {.question = fmt::format("Replace {}?", listed),
                  .purpose = fmt::format("{} would be replaced", listed),
                  .otherwise = "nothing was written",
                  .hint = "--yes replaces what is there"});
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

Result<Output> init_ci(const Context& context) {
  constexpr unsigned mode_of_new = 0644;
  const auto& arguments = context.invocation.arguments;
  const auto folder = arguments.empty() ? std::string() : arguments.front();
  TRY(check_project_folder(folder));
  TRY_ASSIGN(auto drafts, draft_project(context, folder));
  TRY(add_configuration(drafts, *context.invocation.flags.ci, folder));
  TRY(ask_to_replace(context, drafts));
  Output output;
  std::vector<WrittenFile> written;
  for (const auto& file : drafts.files) {
    if (file.is_new_text())
      TRY(replace_file(file.path, file.text,
                       {mode_of_new, Durability::end_of_process, MissingFolders::make}));
    output.notes.push_back(
        fmt::format("{} {}", file.is_new_text() ? "wrote" : "unchanged:", file.path));
    written.push_back({file.path, file.is_new_text()});
  }
  present_if_asked(output, context.wanted, context.invocation, present_written(written));
  if (!drafts.change.empty() && context.invocation.flags.yes) output.notes.push_back(drafts.change);
  std::ranges::move(drafts.notes, std::back_inserter(output.notes));
  if (auto note = note_on_place(folder)) output.notes.push_back(*std::move(note));
  if (auto note = note_on_file_above(folder)) output.notes.push_back(*std::move(note));
  std::ranges::move(settings_by_hand(drafts.project, drafts.branch, *context.invocation.flags.ci),
                    std::back_inserter(output.notes));
  output.notes.emplace_back("the head of the configuration says what each of these is");
  return output;
}

} // namespace mrctl::commands
