#include "mrctl/apply/ci_drafts.hpp"
#include "mrctl/apply/found_project.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/json/value.hpp"

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

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

constexpr unsigned mode_of_new_file = 0644;

// A file that a command was to write; one that holds the text already is left alone.
struct WrittenFile {
  std::string path;
  bool is_written = true;
};

// Returns {"files":[{"path","written"}]}; their names.
output::Presentation present_written(const std::vector<WrittenFile>& files) {
  auto rows = Json::array();
  output::ResultNames names;
  for (const auto& file : files) {
    rows.push_back({{"path", file.path}, {"written", file.is_written}});
    names.push_back(file.path);
  }
  auto result = output::present_document(dump_json(Json{{"files", rows}}));
  result.rows = [text = dump_json(rows)] { return output::json_records(text); };
  result.names = [names] { return names; };
  return result;
}

apply::ProjectSurroundings project_surroundings(const spec::Invocation& invocation,
                                                const Context::Service& service,
                                                const body::Input& input) {
  return {invocation.settings, service.environment, service.settings.base_url, input.read_file};
}

std::string description_of(const config::Project& project, const std::string& file) {
  Names targets;
  for (const auto& target : project.targets)
    targets.push_back(target.name);
  auto out = fmt::format("wrote {}", file);
  if (!project.presets.empty())
    out += fmt::format("; presets in {}", fmt::join(project.presets, ", "));
  if (!project.bases.empty()) out += fmt::format("; bases {}", fmt::join(project.bases, ", "));
  if (!targets.empty()) out += fmt::format("; targets {}", fmt::join(targets, ", "));
  return out;
}

Status ask_to_replace(const spec::FlagValues& flags, const Context::Service& service,
                      const body::Input& input, const apply::Drafts& drafts) {
  Names names;
  for (const auto& file : drafts.files)
    if (file.old && file.is_new_text()) names.push_back(file.path);
  if (names.empty()) return {};
  if (!drafts.change.empty() && !flags.yes) service.trace("mrctl: note: " + drafts.change);
  const auto listed = fmt::format("{}", fmt::join(names, ", "));
  return ask_for(flags, input,
                 {.question = fmt::format("Replace {}?", listed),
                  .purpose = fmt::format("{} would be replaced", listed),
                  .otherwise = "nothing was written",
                  .hint = "--yes replaces existing files"});
}

// Writes the configuration of the CI service of --ci, and a project file that keeps records on a
// branch. Asks before it replaces anything.
Result<Output> init_ci(const Context& context, const std::string& folder) {
  const auto& flags = context.invocation.flags;
  TRY_ASSIGN(auto drafts, apply::draft_ci(project_surroundings(context.invocation, context.service,
                                                               context.input),
                                          flags, folder));
  TRY(ask_to_replace(flags, context.service, context.input, drafts));
  Output output;
  std::vector<WrittenFile> written;
  for (const auto& file : drafts.files) {
    if (file.is_new_text())
      TRY(replace_file(file.path, file.text,
                       {mode_of_new_file, Durability::end_of_process, MissingFolders::make}));
    output.notes.push_back(
        fmt::format("{} {}", file.is_new_text() ? "wrote" : "unchanged:", file.path));
    written.push_back({file.path, file.is_new_text()});
  }
  present_if_asked(output, context.wanted, context.invocation, present_written(written));
  if (!drafts.change.empty() && flags.yes) output.notes.push_back(drafts.change);
  append(output.notes, std::move(drafts.notes));
  output.notes.emplace_back("the top of the configuration explains each of these");
  return output;
}

} // namespace

Result<Output> init(const Context& context) {
  const auto& arguments = context.invocation.arguments;
  const auto folder = arguments.empty() ? std::string() : arguments.front();
  TRY(apply::check_project_folder(folder));
  if (context.invocation.flags.ci) return init_ci(context, folder);
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  const auto project = apply::found_project(
      project_surroundings(context.invocation, context.service, context.input), folder);
  if (old)
    TRY(ask_for(context.invocation.flags, context.input,
                {.question = fmt::format("Replace {}?", file),
                 .purpose = fmt::format("{} exists already", file),
                 .otherwise = "nothing was written",
                 .hint = "--yes replaces it"}));
  TRY(replace_file(file, config::project_text(project),
                   {mode_of_new_file, Durability::end_of_process, MissingFolders::refuse}));
  Output output;
  present_if_asked(output, context.wanted, context.invocation, present_written({{file}}));
  output.notes.push_back(description_of(project, file));
  if (auto note = apply::note_on_file_above(folder)) output.notes.push_back(*std::move(note));
  output.notes.emplace_back(
      project.presets.empty()
          ? "no presets were found: set 'presets' in it"
          : "'mrctl preset check' checks the presets, and shows what would be sent");
  return output;
}

} // namespace mrctl::commands
