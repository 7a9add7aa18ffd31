#include "mrctl/apply/ci_drafts.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project.hpp"

#include "ci_templates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

namespace fs = std::filesystem;

using config::Project;
using config::ProjectTarget;

constexpr std::string_view gitlab_file = ".gitlab-ci.yml";
constexpr std::string_view included_gitlab_file = ".gitlab/mrctl.yml";

// What is known of the project, and the drafts that follow from it.
struct Setup {
  Project project{}; // paths are relative to its folder
  std::string top{}; // of the repository, from the current folder
  fs::path below{};  // from there to the folder of the project; empty if it is that
  std::string branch = "mrctl-state"; // where the jobs keep the records
  std::string remote = "origin";
  bool live = false; // whether nightly jobs read live presets
  Drafts drafts{};
};

// Finds the top of the repository, where the service reads its configuration.
Status find_top(Setup& setup, const std::string& folder) {
  std::error_code error;
  const auto here = fs::canonical(folder.empty() ? "." : folder, error);
  const auto current = fs::canonical(".", error);
  TRY_ASSIGN(const auto top, repository_of(here.string()));
  setup.top = top && !error ? fs::path(*top).lexically_relative(current).string() : folder;
  if (top && *top != here.string()) setup.below = here.lexically_relative(*top);
  return {};
}

// Reads the file that is there. Folders below the top that are links may lead anywhere, also into
// `.git`.
Result<Draft> read_draft(const fs::path& top, const fs::path& below, std::string text) {
  auto at = top.empty() ? fs::path(".") : top;
  for (const auto& name : below.parent_path()) {
    at /= name;
    std::error_code error;
    const auto type = fs::symlink_status(at, error).type();
    if (type == fs::file_type::not_found) break;
    if (error) return fail(unreadable(at.string(), error.value()));
    if (type != fs::file_type::directory)
      return fail(
          Error::usage(fmt::format("{} is {}; nothing was written", at.lexically_normal().string(),
                                   type == fs::file_type::symlink ? "a link" : "no folder"),
                       "replace it with a folder"));
  }
  const auto path = (top / below).lexically_normal().string();
  TRY_ASSIGN(auto old, read_own_file(path, largest_input));
  return Draft{path, std::move(text), std::move(old)};
}

bool holds_records(const fs::path& folder) {
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error))
    if (at->path().extension() == ".json") return true;
  return false;
}

// Returns where records lie; empty if there are none.
std::string folder_of_records(const Project& project) {
  if (!project.state.empty()) return holds_records(project.state) ? project.state : std::string();
  for (const auto& path : project.presets)
    if (const auto state = state_folder_of(path); state && holds_records(*state)) return *state;
  return {};
}

// Sets the branch in place of the folder, else where the file that mrctl init writes explains it,
// else before everything but the first comments.
std::string with_branch(std::string_view text, const Project& project, const std::string& line) {
  constexpr std::string_view example = "#state_branch = ";
  const bool is_marked = text.starts_with(byte_order_mark);
  if (is_marked) text.remove_prefix(byte_order_mark.size());
  const auto old = lines_in(text);
  std::vector<std::string> lines(old.begin(), old.end());
  const std::string end = !lines.empty() && lines.front().ends_with('\r') ? "\r" : "";
  const auto begins_so = [&](std::string_view each) { return each.starts_with(example); };
  const auto explained = std::ranges::find_if(lines, begins_so);
  const auto state = project.lines.find("state");
  if (explained != lines.end()) {
    if (state != project.lines.end()) lines.at(state->second - 1).insert(0, "#");
    *explained = line + end;
  } else if (state != project.lines.end()) {
    lines.at(state->second - 1) = line + end;
  } else {
    const auto is_no_comment = [](std::string_view each) { return !each.starts_with('#'); };
    lines.insert(std::ranges::find_if(lines, is_no_comment), line + end);
  }
  return fmt::format("{}{}\n", is_marked ? byte_order_mark : "", fmt::join(lines, "\n"));
}

// A project without records begins with a branch; others get a note on how to move theirs.
Status choose_branch(Setup& setup, const std::string& file, const std::string& text) {
  const auto& project = setup.project;
  auto& drafts = setup.drafts;
  if (!project.state_branch.empty()) {
    setup.branch = project.state_branch;
    if (!project.state_remote.empty()) setup.remote = project.state_remote;
    return {};
  }
  const auto line = fmt::format("state_branch = \"{}\"", setup.branch);
  if (const auto records = folder_of_records(project); !records.empty()) {
    drafts.notes.push_back(fmt::format(
        "the jobs keep records on the branch {}, but those of this project are in {}: "
        "set {} instead of state in {}, then run mrctl preset state --import {} and "
        "git rm -r {}",
        setup.branch, records, line, file, shell_quoted(records), shell_quoted(records)));
    return {};
  }
  drafts.files.push_back({file, with_branch(text, project, line), text});
  if (const auto changed = config::read_project(file, drafts.files.back().text);
      !changed || changed->state_branch != setup.branch)
    return fail(Error::usage(fmt::format("{} cannot be changed here; nothing was written", file),
                             fmt::format("set {} in place of state in it, and run this command "
                                         "again",
                                         line)));
  drafts.change = project.state.empty() ? fmt::format("{}: {} is added", file, line)
                                        : fmt::format("{}: {} replaces state", file, line);
  return {};
}

Status draft_project(Setup& setup, const ProjectSurroundings& surroundings,
                     const std::string& folder) {
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  auto& project = setup.project;
  if (old) {
    TRY_ASSIGN(project, config::read_project(file, *old));
    TRY(choose_branch(setup, file, *old));
    for (auto& path : project.presets)
      if (!folder.empty()) path = fs::path(path).lexically_relative(folder).string();
    return {};
  }
  project = found_project(surroundings, folder);
  const auto records = (fs::path(folder) / project.state).string();
  if (!holds_records(records)) {
    project.state.clear();
    project.state_branch = setup.branch;
  }
  setup.drafts.files.push_back({file, config::project_text(project)});
  if (!project.state.empty()) project.state = records;
  if (project.presets.empty())
    setup.drafts.notes.push_back(fmt::format(
        "no presets were found: set 'presets' in {}, and run this command again", file));
  return choose_branch(setup, file, "");
}

using Fillings = std::map<std::string, std::string, std::less<>>;

// Returns the lines of a template's part of that name with each @placeholder@ replaced, once. Lines
// that are nothing but an empty value are left out.
std::string filled(std::string_view text, std::string_view part, const Fillings& values) {
  constexpr std::string_view part_mark = "#part ";
  std::string out;
  bool is_inside = false;
  for (const auto line : lines_in(text)) {
    if (line.starts_with(part_mark)) {
      is_inside = line.substr(part_mark.size()) == part;
      continue;
    }
    if (!is_inside) continue;
    const auto pieces = split(line, '@');
    std::string made(pieces.front());
    for (std::size_t i = 1; i < pieces.size(); ++i)
      if (const auto value = values.find(pieces[i]); value != values.end())
        made.append(value->second).append(++i < pieces.size() ? pieces[i] : "");
      else
        made.append("@").append(pieces[i]);
    if (!made.empty() || line.empty()) out += made + "\n";
  }
  return out;
}

// Returns the part as filled() does, without the last line break: the value of a line.
std::string filled_lines(std::string_view text, std::string_view part, const Fillings& values) {
  auto out = filled(text, part, values);
  out.resize(out.size() - 1);
  return out;
}

// Returns a name as a part of the names of variables and jobs.
std::string plain(std::string_view name, std::string_view others) {
  std::string out(name);
  for (auto& byte : out)
    if (others.find(byte) != std::string_view::npos) byte = '_';
  return out;
}

std::string suffix_of(const ProjectTarget* target) {
  return target == nullptr ? "" : "-" + plain(target->name, ".");
}

std::string variable_of(const ProjectTarget* target) {
  return target == nullptr ? "MRCTL_BASE_URL"
                           : "MRCTL_BASE_URL_" + upper_case(plain(target->name, ".-"));
}

std::string environment_of(const ProjectTarget* target) {
  return target == nullptr ? "presets" : target->name;
}

// Returns the targets in the order of the file; without any, null for the one service.
std::vector<const ProjectTarget*> targets_of(const Project& project) {
  auto targets = mapped(project.targets, [&](const auto& target) { return &target; });
  if (targets.empty()) targets.push_back(nullptr);
  return targets;
}

// Returns the listing that the repository holds to compare those of a target with, from the top:
// one for the target, or one for all; empty if there is none.
std::string listing_for(const Setup& setup, const ProjectTarget* target) {
  for (const auto& suffix : {suffix_of(target), std::string()}) {
    const auto path = setup.below / fmt::format("endpoints{}.json", suffix);
    if (kind_of_file((setup.top / path).string()) == FileKind::regular) return path.string();
  }
  return {};
}

Fillings fillings_of(const Setup& setup, const ProjectTarget* target, const ProjectTarget* before) {
  const auto project_file = (setup.below / config::project_file_name).string();
  Fillings values{
      {"branch", setup.branch},
      {"remote", setup.remote},
      {"project_file", project_file},
      {"suffix", suffix_of(target)},
      {"flags", target == nullptr ? "" : " --target " + target->name},
      {"environment", environment_of(target)},
      {"variable", variable_of(target)},
      {"words", target == nullptr ? "the service" : "the target " + target->name},
      {"needs", before == nullptr ? "" : fmt::format("needs: [apply{}]", suffix_of(before))},
      {"agreement", "--yes"},
      {"approval", ""},
      {"live", setup.live ? " --live --fail-on drift" : ""},
      {"listing", listing_for(setup, target)},
      {"presets", ""},
  };
  if (!setup.below.empty()) values["flags"] += " --project " + project_file;
  for (const auto& path : setup.project.presets)
    values["presets"] += " --presets " + (setup.below / path).lexically_normal().string();
  if (target != nullptr && target->apply_needs_plan) {
    values["agreement"] = "--plan-from HEAD";
    values["approval"] = "      when: manual";
  }
  return values;
}

// Returns the rows of a file: the settings that it needs, then its jobs.
std::string configuration(const Setup& setup, std::string_view text, std::string_view file,
                          std::string_view indent_of_needs) {
  std::vector<Fillings> all;
  const ProjectTarget* before = nullptr;
  for (const auto* target : targets_of(setup.project)) {
    auto& values = all.emplace_back(fillings_of(setup, target, before));
    values.emplace("file", file);
    if (!values["needs"].empty()) values["needs"].insert(0, indent_of_needs);
    values["listing_key"] = filled_lines(text, "listing key", values);
    values["nightly_key"] = filled_lines(text, setup.live ? "read key" : "listing key", values);
    values["compare"] = values["listing"].empty() ? "" : filled_lines(text, "compare", values);
    before = target;
  }
  auto out = filled(text, "head", all.front());
  for (const auto& values : all) {
    out += filled(text, "setting", values);
    if (values.at("agreement") != "--yes") out += filled(text, "setting of an agreed plan", values);
  }
  if (setup.live) out += filled(text, "setting of live", all.front());
  out += filled(text, "jobs", all.front());
  for (const auto* part : {"check", "apply", "nightly"})
    for (const auto& values : all)
      out += filled(text, part, values);
  return out;
}

// One line of a job: "KEY: value", maybe in a comment.
struct JobLine {
  std::string job;
  std::string_view whole;
  std::string_view text; // without blanks and "# "
  bool is_comment = false;

  [[nodiscard]] std::string name() const {
    return fmt::format("{} {}", job, text.substr(0, text.find(':')));
  }
};

// Returns the lines of the jobs. The names of jobs stand behind that many blanks.
std::vector<JobLine> job_lines(std::string_view configuration, std::size_t indent) {
  std::vector<JobLine> lines;
  std::string job;
  for (const auto line : lines_in(configuration)) {
    auto text = trimmed(line);
    const auto blanks_before = std::min(line.find_first_not_of(' '), line.size());
    const bool is_comment = text.starts_with("# ");
    if (is_comment) text.remove_prefix(2);
    if (blanks_before == indent && !is_comment && text.ends_with(':')) job = text;
    lines.push_back({job, line, text, is_comment});
  }
  return lines;
}

// A line that the new text has in a comment, such as the key of the listings, stays without one if
// the old text has it so, job by job.
std::string with_uncommented(const std::string& text, std::string_view old, std::size_t indent) {
  std::map<std::string, std::string_view> uncommented;
  for (const auto& line : job_lines(old, indent))
    if (!line.is_comment && line.text.starts_with("MRCTL_") &&
        line.text.find("MRCTL_READ_KEY") == std::string_view::npos) // mrctl wrote it for --live
      uncommented.emplace(line.name(), line.text);
  std::string out;
  for (const auto& line : job_lines(text, indent)) {
    const auto kept = uncommented.find(line.name());
    if (line.is_comment && kept != uncommented.end())
      out.append(line.whole.substr(0, line.whole.find('#'))).append(kept->second).append("\n");
    else
      out.append(line.whole).append("\n");
  }
  return out;
}

// Returns the stages of mrctl that are missing from those of a pipeline. One that names none has
// them all. What it takes from elsewhere ("!reference") is not known.
std::vector<std::string_view> missing_stages(std::string_view pipeline) {
  std::vector<std::string_view> stages;
  bool is_inside = false;
  for (auto line : lines_in(pipeline)) {
    line = line.substr(0, line.find('#'));
    const bool is_key = !line.empty() && line.find_first_of(" \t\r-]") != 0;
    if (is_key) is_inside = line.starts_with("stages:");
    if (!is_inside) continue;
    if (is_key) line.remove_prefix(std::string_view("stages").size());
    for (const auto word : split(line, ','))
      stages.push_back(trimmed(word, " \t\r[]-:'\""));
  }
  const auto is_elsewhere = [](std::string_view stage) { return stage.starts_with('!'); };
  if (stages.empty() || std::ranges::any_of(stages, is_elsewhere)) return {};
  std::vector<std::string_view> missing{"test", "deploy"};
  std::erase_if(missing, [&](std::string_view stage) { return contains(stages, stage); });
  return missing;
}

// Returns the file of a pipeline: one that is there already includes that of mrctl, unless mrctl
// wrote it.
Result<std::string> file_for_gitlab(Setup& setup) {
  TRY_ASSIGN(const auto pipeline, read_draft(setup.top, gitlab_file, ""));
  const auto& old = pipeline.old;
  if (!old || old->starts_with(fmt::format("# {}: ", gitlab_file))) return std::string(gitlab_file);
  if (old->find(included_gitlab_file) == old->npos)
    setup.drafts.notes.push_back(
        fmt::format("add to {}: include: [{{local: {}}}]", pipeline.path, included_gitlab_file));
  if (const auto stages = missing_stages(*old); !stages.empty())
    setup.drafts.notes.push_back(
        fmt::format("add to the stages of {}: {}", pipeline.path, fmt::join(stages, ", ")));
  return std::string(included_gitlab_file);
}

// Returns the project file, below the top, of another project that has this configuration and is
// there.
std::optional<std::string> other_project_of(const Setup& setup, const Draft& configured) {
  constexpr std::string_view flag = " --project ";
  const std::string_view old = configured.old ? std::string_view(*configured.old) : "";
  if (old.find("mrctl preset ") == old.npos) return std::nullopt;
  const auto at = old.find(flag);
  const auto rest = at == old.npos ? "" : old.substr(at + flag.size());
  const auto named = rest.substr(0, rest.find_first_of(" \n"));
  const auto other = named.empty() ? std::string(config::project_file_name) : std::string(named);
  const bool is_other = other != (setup.below / config::project_file_name).string() &&
                        kind_of_file((fs::path(setup.top) / other).string()) == FileKind::regular;
  return is_other ? std::optional(other) : std::nullopt;
}

// Each project of a repository has a workflow.
Result<Draft> workflow_of(Setup& setup) {
  const std::string workflow = ".github/" // no path of a machine
                               "workflows/mrctl";
  TRY_ASSIGN(auto draft, read_draft(setup.top, workflow + ".yml", ""));
  const auto other = other_project_of(setup, draft);
  if (!other) return draft;
  setup.drafts.notes.push_back(
      fmt::format("{} is for another project, {}, and stays as it is", draft.path, *other));
  auto name = setup.below.empty() ? std::string("top") : setup.below.string();
  std::ranges::replace(name, '/', '-');
  return read_draft(setup.top, fmt::format("{}-{}.yml", workflow, name), "");
}

Result<Draft> pipeline_of(Setup& setup) {
  TRY_ASSIGN(const auto file, file_for_gitlab(setup));
  TRY_ASSIGN(auto draft, read_draft(setup.top, file, ""));
  if (const auto other = other_project_of(setup, draft))
    return fail(Error::usage(
        fmt::format("{} has the jobs of another project, {}; nothing was written", draft.path,
                    *other),
        "a pipeline holds the jobs of one project: name the targets of both in one mrctl.toml, or "
        "use a repository for each"));
  return draft;
}

Status add_configuration(Setup& setup, const CiRequest& request) {
  const bool is_github = request.service == "github";
  TRY_ASSIGN(auto draft, is_github ? workflow_of(setup) : pipeline_of(setup));
  const auto file = fs::path(draft.path).lexically_relative(setup.top.empty() ? "." : setup.top);
  const auto old = draft.old.value_or("");
  setup.live = request.live.value_or(old.find(" --live --fail-on drift ") != old.npos);
  const auto text = is_github ? github_template() : gitlab_template();
  draft.text = with_uncommented(
      configuration(setup, text, file.string(), is_github ? "    " : "  "), old, is_github ? 2 : 0);
  setup.drafts.files.push_back(std::move(draft));
  if (!is_github) return {};
  TRY_ASSIGN(auto action, read_draft(setup.top, ".github/actions/mrctl/action.yml",
                                     std::string(github_action())));
  setup.drafts.files.push_back(std::move(action));
  return {};
}

// These names stand in YAML and in command lines, and the project file may be a stranger's.
Status check_words_of_ci(const Setup& setup) {
  std::vector<std::pair<std::string_view, std::string>> names{
      {"branch", setup.branch}, {"remote", setup.remote}, {"folder", setup.below.string()}};
  for (const auto& path : setup.project.presets)
    names.emplace_back("folder", path);
  for (const auto& [kind, name] : names)
    if (name.starts_with('-') || !is_alphanumeric(name, "._/-"))
      return fail(Error::usage(
          fmt::format("the {} '{}' cannot stand in a CI configuration; nothing was written", kind,
                      name),
          "rename it: letters, digits, '.', '_', '/' and '-' are allowed"));
  std::map<std::string, std::string_view> variables;
  for (const auto& target : setup.project.targets) {
    const auto [at, is_new] = variables.emplace(variable_of(&target), target.name);
    if (!is_new)
      return fail(Error::usage(fmt::format("the targets {} and {} would share the variable {}; "
                                           "nothing was written",
                                           at->second, target.name, at->first),
                               "rename one of them"));
  }
  return {};
}

// Returns what somebody has to set in the service before its jobs work, as notes.
std::vector<std::string> settings_by_hand(const Setup& setup, std::string_view service) {
  std::vector<std::string> variables{"MRCTL_IMAGE"};
  if (service == "github") variables = {"MRCTL_FROM", "MRCTL_SHA256"};
  std::vector<std::string> environments;
  std::vector<std::string> approved;
  for (const auto* target : targets_of(setup.project)) {
    variables.push_back(variable_of(target));
    environments.push_back(environment_of(target));
    if (target != nullptr && target->apply_needs_plan) approved.push_back(target->name);
  }
  std::vector<std::string> notes{
      fmt::format("set these variables in the CI service: {}", fmt::join(variables, ", ")),
      fmt::format("set the key MRCTL_API_KEY for each environment: {}",
                  fmt::join(environments, ", "))};
  if (setup.live)
    notes.emplace_back("set the key MRCTL_READ_KEY for the repository, in no environment");
  if (!approved.empty())
    notes.push_back(
        fmt::format("require reviewers for these environments: {}", fmt::join(approved, ", ")));
  notes.push_back(fmt::format("let the jobs that apply push the branch {}", setup.branch));
  return notes;
}

} // namespace

Result<Drafts> draft_ci(const ProjectSurroundings& surroundings, const CiRequest& request) {
  Setup setup;
  TRY(find_top(setup, request.folder));
  TRY(draft_project(setup, surroundings, request.folder));
  TRY(check_words_of_ci(setup));
  TRY(add_configuration(setup, request));
  auto& drafts = setup.drafts;
  if (auto note = note_on_file_above(request.folder)) drafts.notes.push_back(*std::move(note));
  append(drafts.notes, settings_by_hand(setup, request.service));
  return std::move(drafts);
}

Result<Draft> draft_skill(const std::string& folder) {
  return read_draft(folder, ".agents/skills/mrctl/SKILL.md", std::string(skill_for_agents()));
}

} // namespace mrctl::apply
