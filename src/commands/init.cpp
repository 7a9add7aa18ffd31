#include "mrctl/apply/ci_drafts.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/json/rows.hpp"

#include "commands.hpp"
#include "question.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

struct WrittenFile {
  std::string path;
  bool is_written;
};

struct WrittenFiles {
  std::vector<WrittenFile> files;
};

constexpr auto rows_of(const WrittenFile* /*record*/) {
  return std::tuple{
      ResultMember{"path", &WrittenFile::path, {"path of the file"}},
      ResultMember{
          "written", &WrittenFile::is_written, {"whether it was written, or was there already"}},
  };
}

constexpr auto rows_of(const WrittenFiles* /*record*/) {
  return std::tuple{
      ResultMember{"files", &WrittenFiles::files, {"the files that the command makes"}}};
}

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

output::Presentation present_written(const std::vector<apply::Draft>& drafts) {
  WrittenFiles written;
  output::ResultNames names;
  for (const auto& draft : drafts) {
    written.files.push_back({draft.path, draft.is_new_text()});
    names.push_back(draft.path);
  }
  auto result = output::present_document(result_json(written));
  result.rows = [text = result_json(written.files)] { return output::json_records(text); };
  result.names = [names] { return names; };
  return result;
}

std::string description_of(const config::Project& project) {
  Names parts;
  if (!project.presets.empty())
    parts.push_back(fmt::format("presets in {}", fmt::join(project.presets, ", ")));
  if (!project.bases.empty())
    parts.push_back(fmt::format("bases {}", fmt::join(project.bases, ", ")));
  Names targets;
  for (const auto& target : project.targets)
    targets.push_back(target.name);
  if (!targets.empty()) parts.push_back(fmt::format("targets {}", fmt::join(targets, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// Returns what to do next, with what it needs first.
std::string next_step(const config::Project& project, const std::string& base_url) {
  if (project.presets.empty()) return "no presets were found: set 'presets' in it";
  const bool has_service =
      !base_url.empty() || (!project.targets.empty() && !project.targets.front().host.empty());
  return has_service ? "'mrctl preset check' checks the presets, and shows what would be sent"
                     : "'mrctl preset lint' checks the presets; to see what would be sent, set the "
                       "base URL with 'mrctl config set base_url URL', then run 'mrctl preset "
                       "check'";
}

Result<apply::Drafts> draft_project_file(const apply::ProjectSurroundings& surroundings,
                                         const std::string& folder) {
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  const auto project = apply::found_project(surroundings, folder);
  apply::Drafts drafts{.files = {{file, config::project_text(project), old}}};
  if (auto found = description_of(project); !found.empty())
    drafts.notes.push_back(std::move(found));
  if (auto note = apply::note_on_file_above(folder)) drafts.notes.push_back(*std::move(note));
  drafts.notes.push_back(next_step(project, surroundings.base_url));
  return drafts;
}

Result<apply::Drafts> draft_files(const Context& context, const std::string& folder) {
  const auto& flags = context.invocation.flags;
  const apply::ProjectSurroundings surroundings{
      context.invocation.settings, context.service.environment, context.service.settings.base_url,
      context.input.read_file};
  apply::Drafts drafts;
  if (flags.ci) {
    TRY_ASSIGN(drafts, apply::draft_ci(surroundings, {*flags.ci, folder, flags.live}));
    drafts.notes.emplace_back("the top of the configuration explains each of these");
  }
  if (flags.skill) {
    TRY_ASSIGN(auto skill, apply::draft_skill(folder));
    drafts.files.push_back(std::move(skill));
  }
  return flags.ci || flags.skill ? drafts : draft_project_file(surroundings, folder);
}

Status ask_to_replace(const Context& context, const apply::Drafts& drafts) {
  const auto& flags = context.invocation.flags;
  Names names;
  for (const auto& file : drafts.files)
    if (file.old && file.is_new_text()) names.push_back(file.path);
  if (names.empty()) return {};
  if (!drafts.change.empty() && !flags.yes) context.service.trace(drafts.change);
  const auto listed = fmt::format("{}", fmt::join(names, ", "));
  return ask_for(flags, context.input,
                 {.question = fmt::format("Replace {}?", listed),
                  .purpose = fmt::format("{} would be replaced", listed),
                  .otherwise = "nothing was written",
                  .hint = "--yes replaces existing files"});
}

} // namespace

// Writes the files, but asks before it replaces one.
Result<Output> init(const Context& context) {
  constexpr unsigned mode_of_new_file = 0644;
  const auto& invocation = context.invocation;
  const auto folder = invocation.arguments.empty() ? std::string() : invocation.arguments.front();
  TRY(apply::check_project_folder(folder));
  TRY_ASSIGN(auto drafts, draft_files(context, folder));
  TRY(ask_to_replace(context, drafts));
  Output output;
  for (const auto& file : drafts.files) {
    if (file.is_new_text())
      TRY(replace_file(file.path, file.text,
                       {mode_of_new_file, Durability::end_of_process, MissingFolders::make}));
    output.notes.push_back(
        fmt::format("{} {}", file.is_new_text() ? "wrote" : "unchanged:", file.path));
  }
  present_if_asked(output, context.wanted, invocation, present_written(drafts.files));
  if (!drafts.change.empty() && invocation.flags.yes) output.notes.push_back(drafts.change);
  append(output.notes, std::move(drafts.notes));
  return output;
}

Json init_schema() {
  return result_schema<WrittenFiles>();
}

} // namespace mrctl::commands
