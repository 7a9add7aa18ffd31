#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/project.hpp"

#include "commands.hpp"
#include "found_project.hpp"
#include "init_ci.hpp"
#include "question.hpp"
#include "written_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <vector>

namespace mrctl::commands {

namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

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

} // namespace

Result<Output> init(const Context& context) {
  constexpr unsigned mode_of_new = 0644;
  if (context.invocation.flags.ci) return init_ci(context);
  const auto& arguments = context.invocation.arguments;
  const auto folder = arguments.empty() ? std::string() : arguments.front();
  TRY(check_project_folder(folder));
  const auto file = (fs::path(folder) / config::project_file_name).string();
  TRY_ASSIGN(const auto old, read_own_file(file, largest_input));
  const auto project = found_project(context, folder);
  if (old)
    TRY(ask_for(context.invocation.flags, context.input,
                {.question = fmt::format("Replace {}?", file),
                 .purpose = fmt::format("{} exists already", file),
                 .otherwise = "nothing was written",
                 .hint = "--yes replaces it"}));
  TRY(replace_file(file, config::project_text(project),
                   {mode_of_new, Durability::end_of_process, MissingFolders::refuse}));
  Output output;
  present_if_asked(output, context.wanted, context.invocation, present_written({{file}}));
  output.notes.push_back(description_of(project, file));
  if (auto note = note_on_file_above(folder)) output.notes.push_back(*std::move(note));
  output.notes.emplace_back(
      project.presets.empty()
          ? "no presets were found: set 'presets' in it"
          : "'mrctl preset check' checks the presets, and shows what would be sent");
  return output;
}

} // namespace mrctl::commands
