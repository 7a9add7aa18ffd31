#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locks.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_transaction.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/writer.hpp"

#include "commands.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "pulled_preset.hpp"
#include "state_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace mrctl::commands {

namespace {

namespace fs = std::filesystem;

std::string folder_for(const spec::FlagValues& flags, const config::Project& project) {
  if (flags.dir) return *flags.dir;
  const auto found = std::ranges::find_if(project.presets, body::is_folder);
  return found == project.presets.end() ? "." : *found;
}

// Returns the folder whose records a plan of the project's presets uses.
std::string folder_of_presets(const std::string& folder, const config::Project& project) {
  const auto normal = [](const std::string& path) {
    return fs::path(path).lexically_normal().generic_string();
  };
  const auto found = std::ranges::find_if(project.presets, [&](const std::string& path) {
    return apply::is_at_or_below(normal(folder), normal(path));
  });
  return found == project.presets.end() ? folder : *found;
}

// As for any folder of a repository; make_folders() makes private ones.
Status make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return error ? Status(fail(Error::io("cannot create", folder, error.value()))) : Status();
}

Status write_text(const std::string& file, const std::string& text) {
  constexpr unsigned mode_of_new = 0644;
  return replace_file(
      file, text, {mode_of_new, Durability::loss_of_power, MissingFolders::refuse, Mode::wanted});
}

// Leaves no file whose record cannot be written.
Status put_back(const Pulled& pulled) {
  if (!pulled.is_written) return {};
  if (pulled.old) return write_text(pulled.file, *pulled.old);
  std::error_code error;
  fs::remove(pulled.file, error);
  return error ? Status(fail(Error::io("cannot remove", pulled.file, error.value()))) : Status();
}

Status remove_others(const std::vector<Pulled>& presets, std::vector<std::string>& notes) {
  for (const auto& pulled : presets)
    for (const auto& other : pulled.others) {
      std::error_code error;
      if (!fs::remove(other, error) && error)
        return fail(Error::io("cannot remove", other, error.value()));
      notes.push_back(
          fmt::format("removed {}, which made the same slug as {}", other, pulled.file));
    }
  return {};
}

// All records or none.
Status record(const std::vector<Pulled>& presets, const std::string& service,
              const std::string& state, apply::LockedRecords& locked,
              const apply::TargetRecords& records) {
  apply::RecordTransaction changes;
  for (const auto& pulled : presets) {
    TRY_ASSIGN(auto file, apply::recorded_path(pulled.file, state));
    TRY_ASSIGN(const auto before, apply::read_record(records, {service, pulled.slug}));
    TRY(changes.put(locked, before,
                    apply::Record{service, pulled.slug, pulled.live, {}, std::move(file)}));
  }
  return locked.bring_to_disk();
}

std::string array_of(const std::vector<Pulled>& presets) {
  JsonWriter out;
  out.array(presets, [&](const Pulled& pulled) {
    out.begin('{').member("slug", pulled.slug).member("file", pulled.file);
    out.member("version", pulled.live.version).member("written", pulled.is_written).end('}');
  });
  return out.take();
}

output::Presentation present_pulled(const std::vector<Pulled>& presets) {
  auto result = output::present_document(array_of(presets));
  result.page = [&](output::Page& page) {
    output::Grid grid{{{"slug", "SLUG", output::CellKind::text, true},
                       {"file", "FILE"},
                       {"version", "VERSION", output::CellKind::number},
                       {"written", "WRITTEN"}},
                      {}};
    for (const auto& pulled : presets)
      grid.rows.push_back({pulled.slug, pulled.file, apply::text_of(pulled.live.version),
                           pulled.is_written ? "yes" : "no"});
    page.rows({.grid = std::move(grid)});
  };
  return result;
}

// The workspace of the target, else that of its records.
Result<apply::KnownWorkspace> workspace_of(const config::Project& project,
                                           const std::string& service,
                                           const apply::TargetRecords& records) {
  const auto* target = config::chosen_target(project);
  if (target != nullptr && !target->workspace.empty()) return target->workspace;
  return apply::recorded_workspace(service, {records});
}

std::vector<std::string> without_repetitions(const std::vector<std::string>& slugs) {
  std::vector<std::string> out;
  for (const auto& slug : slugs)
    if (std::ranges::find(out, slug) == out.end()) out.push_back(slug);
  return out;
}

// Asks for all, and keeps what can be written. Every failure is reported.
std::vector<Pulled> pull_each(const Puller& puller, const service::Service& service,
                              const std::vector<std::string>& slugs, Output& output) {
  std::vector<Result<Pulled>> presets;
  std::vector<service::Query> queries;
  for (const auto& slug : slugs)
    if (presets.emplace_back(puller.begin(slug))) queries.push_back({{slug}, {}});
  const auto answers =
      service::ask(service, spec::get_preset, std::move(queries), service::AnswerParts::facts);
  std::vector<Pulled> pulled;
  std::size_t asked = 0;
  for (auto& begun : presets) {
    auto preset = begun ? puller.take(*std::move(begun), answers[asked++]) : std::move(begun);
    if (preset)
      pulled.push_back(*std::move(preset));
    else
      output.failures.push_back(std::move(preset.error()));
  }
  return pulled;
}

// Returns those whose files hold their text now.
std::vector<Pulled> write_each(std::vector<Pulled> presets, Output& output) {
  std::vector<Pulled> kept;
  for (auto& pulled : presets)
    if (auto written = pulled.is_written ? write_text(pulled.file, pulled.text) : Status(); written)
      kept.push_back(std::move(pulled));
    else
      output.failures.push_back(std::move(written.error()));
  return kept;
}

} // namespace

Result<Output> preset_pull(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& settings = context.service.settings;
  const auto folder = folder_for(flags, settings.project);
  TRY_ASSIGN(const auto where, whereabouts_of(context.service, apply::BranchUse::writing));
  TRY_ASSIGN(const auto base, body::read_bases(flags.base, context.input.read_file));
  TRY_ASSIGN(const auto connection, connect(context.service, spec::get_preset.key));
  const auto& service = connection.service;
  TRY(make_folder(folder));
  const auto presets_folder = folder_of_presets(folder, settings.project);
  TRY_ASSIGN(const auto state, apply::state_folder_of(where, presets_folder));
  Output output;
  TRY_ASSIGN(const auto locks,
             apply::lock_records(
                 where, {presets_folder},
                 locking_of(context.invocation.flags, apply::ChangeOf::adopt, output.notes)));
  if (const auto noted = note_source(context.invocation, context.service.settings, where, locks);
      !noted)
    return fail(noted.error());
  TRY_ASSIGN(const auto targets, apply::target_folders_of(where, {presets_folder}));
  TRY(apply::check_records(locks, {targets.front()}));
  const apply::TargetRecords records(targets.front(), where.branch.get());
  TRY_ASSIGN(auto workspace, workspace_of(settings.project, service.base_url, records));

  const Puller puller(context,
                      live_source(context.service, context.input, service, std::move(workspace)),
                      folder, base ? base->json : JsonText());
  std::ranges::move(connection_notes(service), std::back_inserter(output.notes));
  auto presets =
      pull_each(puller, service, without_repetitions(context.invocation.arguments), output);
  const auto kept = write_each(std::move(presets), output);
  auto& locked = *locks.held.at(targets.front());
  if (auto recorded = record(kept, service.base_url, state, locked, records); !recorded) {
    for (const auto& pulled : kept)
      if (auto gone = put_back(pulled); !gone) output.failures.push_back(std::move(gone.error()));
    output.failures.insert(output.failures.begin(), std::move(recorded.error()));
    return output;
  }
  if (auto removed = remove_others(kept, output.notes); !removed)
    output.failures.push_back(std::move(removed.error()));
  for (const auto& pulled : kept)
    std::ranges::copy(pulled.warnings, std::back_inserter(output.warnings));
  present(output, context.wanted, present_pulled(kept));
  return output;
}

} // namespace mrctl::commands
