#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/pull.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/spec/body_file.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "state_place.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace mrctl::commands {

namespace {

namespace fs = std::filesystem;

Result<std::string> folder_for(const spec::FlagValues& flags, const config::Project& project) {
  if (flags.dir && spec::has_body_ending(*flags.dir) && !body::is_folder(*flags.dir))
    return fail(Error::usage(fmt::format("--dir needs a folder, got '{}'", *flags.dir),
                             fmt::format("a preset is written to SLUG.yaml in it: --dir {}",
                                         fs::path(*flags.dir).has_parent_path()
                                             ? fs::path(*flags.dir).parent_path().string()
                                             : std::string("."))));
  if (flags.dir) return *flags.dir;
  const auto found = std::ranges::find_if(project.presets, body::is_folder);
  return found == project.presets.end() ? "." : *found;
}

// Returns the path of the project's presets that holds the folder, else the folder: a plan looks
// for records from there.
Result<std::string> presets_path_of(const std::string& folder, const config::Project& project) {
  for (const auto& path : project.presets) {
    TRY_ASSIGN(const bool holds_folder, apply::is_folder_in(folder, path));
    if (holds_folder) return path;
  }
  return folder;
}

// Others may read the folder, as any folder of a repository; make_folders() makes private ones.
Status make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  auto failure = Error::io("cannot create", folder, error.value());
  if (is_absence(error.value()) || error == std::errc::file_exists)
    failure.hint = "--dir takes a folder, for example --dir presets";
  return fail(std::move(failure));
}

} // namespace

Result<Output> preset_pull(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto folder, folder_for(flags, settings.project));
  TRY_ASSIGN(const auto where, place_of_records(context.service, apply::BranchUse::writing));
  TRY_ASSIGN(const auto base, body::read_bases(flags.base, context.input.read_file));
  TRY_ASSIGN(const auto connection, context.service.connect({spec::get_preset.key}));
  const auto& service = connection.service;
  TRY(make_folder(folder));
  TRY_ASSIGN(const auto presets_path, presets_path_of(folder, settings.project));
  TRY_ASSIGN(const auto state, where.store->state_folder_of(presets_path));
  TRY_ASSIGN(const auto locks,
             apply::lock_records(where, {presets_path},
                                 locking_of(flags, apply::ChangeOf::adopt, context.service)));
  if (const auto source = set_source_of_run(context.invocation, settings, where, locks); !source)
    return fail(source.error());
  TRY_ASSIGN(const auto targets, where.store->folders_of(where.target, {presets_path}));
  TRY(apply::check_records(locks, {targets.front()}));
  const auto records = where.records_in(targets.front());
  TRY_ASSIGN(auto workspace, known_workspace(settings.project, service.base_url, {records}));

  const auto& key = service.key;
  auto pulled =
      apply::pull({context.invocation, context.input.read_file,
                   secret_rules(flags, key ? std::optional(key->secret) : std::nullopt),
                   live_source(context.service, context.input, service, std::move(workspace)),
                   folder, settings.project.presets, base ? base->json : JsonText()},
                  context.invocation.arguments, {state, *locks.held.at(targets.front()), records});
  Output output;
  output.notes = std::move(pulled.notes);
  output.failures = std::move(pulled.failures);
  if (!pulled.presets) return output;
  for (const auto& preset : *pulled.presets)
    append(output.warnings, preset.warnings);
  present(output, context.wanted, apply::present_pulled(*pulled.presets));
  return output;
}

} // namespace mrctl::commands
