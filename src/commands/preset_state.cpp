#include "mrctl/apply/adoption.hpp"
#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "question.hpp"
#include "state_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace mrctl::commands {

namespace {

Result<Output> import_folder(const Context& context, const std::string& folder) {
  if (context.service.settings.state_branch.empty())
    return fail(Error::usage("--import needs a state branch",
                             "name one with --state-branch, MRCTL_STATE_BRANCH or state_branch in "
                             "mrctl.toml"));
  TRY_ASSIGN(const auto branch, open_branch(context.service, {}, apply::BranchUse::writing));
  Output output;
  TRY_ASSIGN(const auto imported,
             apply::import_records(
                 branch, folder,
                 locking_of(context.invocation.flags, apply::ChangeOf::import, context.service)));
  output.notes.push_back(
      imported.empty()
          ? fmt::format("the branch {} has all records of {} already", branch->name(), folder)
          : fmt::format("{} on the branch {} now; remove {} from the sources",
                        counted(imported.size(), "more record"), branch->name(), folder));
  present(output, context.wanted, apply::present_records(imported));
  return output;
}

// Returns nothing without --live, and with --all-targets, which has records of many services.
Result<std::optional<apply::LiveRecords>> read_live(const spec::FlagValues& flags,
                                                    const Context::Service& service,
                                                    const body::Input& input,
                                                    const apply::ListedRecords& records) {
  TRY_ASSIGN(const auto live, choose_live(flags, service));
  if (!live) return std::nullopt;
  const auto* target = config::chosen_target(service.settings.project);
  auto workspace = target != nullptr && !target->workspace.empty()
                       ? target->workspace
                       : apply::workspace_of(records, live->service.base_url);
  return apply::read_live_records(records,
                                  live_source(service, input, live->service, std::move(workspace)));
}

void add_notes(Output& output, const apply::ListedRecords& records,
               const apply::LiveRecords& live) {
  if (const auto left = records.size() - live.size(); left > 0)
    output.notes.push_back(
        fmt::format("it is not known what is live of {}", counted(left, "preset")));
  for (const auto& [place, record] : live)
    if (!record.status.empty())
      output.notes.push_back(fmt::format("the status of {} is {}", place.slug, record.status));
}

std::string first_path_of_presets(const config::Project& project) {
  return project.presets.empty() ? "." : project.presets.front();
}

// An argument that names no file or folder may be a slug.
Result<apply::ListedRecords> records_named(const apply::RecordsPlace& where,
                                           const std::string& path,
                                           const config::Project& project) {
  if (kind_of_file(path) == FileKind::absent && spec::is_slug(path)) {
    TRY_ASSIGN(auto found, apply::records_with_slug(where, path, first_path_of_presets(project)));
    if (!found.empty()) return found;
  }
  return apply::records_at(where, path);
}

// "preset state rm support"
Status refuse_verb(const std::string& word) {
  auto advice = spec::advice_in(spec::WordPlace::preset_state, word);
  if (advice.empty() || kind_of_file(word) != FileKind::absent) return {};
  return fail(
      Error::usage(fmt::format("unknown command 'preset state {}'", word), std::move(advice)));
}

// Says of a path without records what its word may mean instead: a target or a slug.
std::string note_on_nothing(const std::string& path, const apply::RecordsPlace& where,
                            const config::Project& project) {
  auto note = fmt::format("there are no records of {}", path);
  if (path == where.target || kind_of_file(path) != FileKind::absent) return note;
  if (config::find_target(project, path) != nullptr)
    return fmt::format("{}; it is a target: --target {}", note, path);
  std::vector<std::string> slugs;
  if (const auto all = apply::records_at(where, first_path_of_presets(project)))
    for (const auto& [place, record] : *all)
      slugs.push_back(place.slug);
  if (const auto near = nearest_word(path, slugs); !near.empty())
    return fmt::format("{}; did you mean '{}'?", note, near);
  if (const auto near = nearest_path(path); !near.empty())
    return fmt::format("{}; did you mean {}?", note, near);
  const auto& command = *spec::find_command("preset", "state");
  auto advice = spec::advice_at(command, path);
  if (advice.empty()) advice = spec::advice_on_word(path, Takes::preset_file, command);
  return advice.empty() ? note : fmt::format("{}; {}", note, advice);
}

Error no_record_of(const std::string& slug, const apply::TargetRecords& records) {
  const auto known = records.store->list_slugs(records.folder).value_or(std::vector<std::string>());
  const auto file = after_last(slug, "/");
  const auto stem = spec::has_body_ending(file) ? file.substr(0, file.rfind('.')) : file;
  const auto longer = std::ranges::find_if(
      known, [&](const std::string& each) { return each.ends_with(stem) && !stem.empty(); });
  const auto nearest = longer == known.end() ? nearest_word(stem, known) : *longer;
  const auto advice =
      spec::advice_on_word(slug, Takes::slug, *spec::find_command("preset", "forget"));
  return Error::not_found(
      fmt::format("there is no record of {} in {}; nothing was dropped", slug, records.folder),
      !nearest.empty()  ? fmt::format("did you mean '{}'?", nearest)
      : !advice.empty() ? advice
                        : "'mrctl preset state' lists the records");
}

Result<std::map<std::string, apply::Record>>
records_to_forget(const std::vector<std::string>& slugs, const apply::TargetRecords& records) {
  std::map<std::string, apply::Record> found;
  for (const auto& slug : slugs) {
    if (!spec::is_slug(slug)) return fail(no_record_of(slug, records));
    TRY_ASSIGN(auto record, apply::read_record(records, {"", slug}));
    if (!record) return fail(no_record_of(slug, records));
    found.emplace(slug, *std::move(record));
  }
  return found;
}

std::vector<std::string> notes_on(const apply::Adopted& made, std::string_view what) {
  constexpr std::size_t most_named = 20;
  if (made.records.empty()) return {};
  std::vector<std::string> slugs;
  for (const auto& [place, record] : made.records)
    slugs.push_back(place.slug);
  return {
      fmt::format("{}: {}", what, listed(slugs, most_named)),
      made.is_verified
          ? "nothing was sent"
          : "nothing was sent, and nobody has verified what is live: 'mrctl preset plan --live' "
            "does; 'mrctl preset forget SLUG' drops a record"};
}

// The service of a target has a new address.
Result<Output> renew_records(const apply::RecordsPlace& where, const apply::KnownLive& live,
                             const std::string& service, const apply::Locks& locks) {
  Output output;
  TRY_ASSIGN(const auto renewed, apply::renew_service(where, service, live, locks));
  if (renewed.records.empty())
    output.notes.push_back(
        fmt::format("nothing to do: the records of {} are for {}", where.target, service));
  append(output.notes,
         notes_on(renewed, fmt::format("the records of {} are for {} now", where.target, service)));
  return output;
}

} // namespace

Result<Output> preset_state(const Context& context) {
  const auto& invocation = context.invocation;
  const bool is_of_all = invocation.flags.all_targets;
  const auto targets = is_of_all ? TargetsOf::all : TargetsOf::settings;
  if (invocation.flags.import_from) return import_folder(context, *invocation.flags.import_from);
  TRY_ASSIGN(const auto where, named_place(context.service, apply::BranchUse::reading, targets));
  // The current folder is what a plan without paths would be of.
  auto paths = invocation.arguments;
  if (paths.empty()) paths.emplace_back(".");
  apply::ListedRecords records;
  Output output;
  if (!is_of_all) output.notes = where.store->notes_on(where.target, paths);
  for (const auto& path : paths) {
    TRY_ASSIGN(auto found, records_named(where, path, context.service.settings.project));
    if (found.empty()) TRY(refuse_verb(path));
    if (found.empty() && !invocation.arguments.empty())
      output.notes.push_back(note_on_nothing(path, where, context.service.settings.project));
    records.merge(found);
  }
  TRY_ASSIGN(const auto live,
             read_live(context.invocation.flags, context.service, context.input, records));
  if (live) add_notes(output, records, *live);
  present(output, context.wanted, apply::present_records(records, live));
  return output;
}

Result<Output> preset_forget(const Context& context) {
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto where, named_place(context.service, apply::BranchUse::writing));
  TRY_ASSIGN(const auto folders,
             where.store->folders_of(where.target, {first_path_of_presets(settings.project)}));
  const auto& folder = folders.front();
  Output output;
  TRY_ASSIGN(const auto lock,
             where.store->lock(
                 where.target, folder,
                 locking_of(context.invocation.flags, apply::ChangeOf::forget, context.service)));
  TRY_ASSIGN(const auto records,
             records_to_forget(context.invocation.arguments, where.records_in(folder)));
  const auto count = counted(records.size(), "record");
  TRY(ask_for(context.invocation.flags, context.input,
              {.question = fmt::format("Drop {} of {}?", count, where.target),
               .purpose = count + " to drop",
               .otherwise = "nothing was dropped",
               .hint = "--yes drops without asking"}));
  apply::RecordTransaction changes;
  apply::ListedRecords dropped;
  for (const auto& [slug, record] : records) {
    dropped.emplace(apply::RecordPlace{where.target, slug, folder}, record);
    TRY(changes.put(*lock, record, {}));
    const auto version = apply::known_version(record);
    output.notes.push_back(fmt::format("dropped the record of {}{}{}", slug,
                                       version ? fmt::format(" (version {})", *version) : "",
                                       is_lost(record) ? ", of which an answer was lost" : ""));
  }
  if (auto kept = lock->bring_to_disk(); !kept) {
    if (where.store->announces()) return fail(std::move(kept.error())); // nothing was dropped
    output.failures.push_back(std::move(kept.error()));
  }
  present_if_asked(output, context.wanted, context.invocation, apply::present_records(dropped));
  output.notes.emplace_back("nothing was sent: what was applied stays live");
  return output;
}

Result<Output> preset_adopt(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& paths = context.invocation.arguments;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment_key));
  TRY_ASSIGN(const auto where, place_of_records(context.service, apply::BranchUse::writing));
  apply::KnownLive live;
  if (flags.from) {
    live.from = where;
    live.from->target = *flags.from;
    TRY(apply::check_source(*live.from, paths));
  }
  TRY_ASSIGN(const auto locks,
             apply::lock_records(
                 where, paths,
                 locking_of(context.invocation.flags, apply::ChangeOf::adopt, context.service)));
  TRY_ASSIGN(const auto connection, context.service.connect({spec::KeyNeed::optional}));
  const auto& service = connection.service;
  if (service.key) live.source.emplace(live_source(context.service, context.input, service, {}));
  live.is_overwritten = flags.overwrite;
  if (flags.from == where.target) return renew_records(where, live, service.base_url, locks);
  TRY_ASSIGN(auto plans, plan_presets(context, reader, where));
  if (flags.known_version && plans.files.size() != 1)
    return fail(Error::usage(fmt::format("--version is for one preset, got {}", plans.files.size()),
                             "name one file"));
  if (flags.known_version) live.version = static_cast<std::int64_t>(*flags.known_version);
  if (const auto source =
          set_source_of_run(context.invocation, context.service.settings, where, locks);
      !source)
    return fail(source.error());
  if (live.source) {
    TRY_ASSIGN(live.source->workspace, known_workspace(context.service.settings.project, plans));
  }
  TRY_ASSIGN(const auto made, apply::adopt(plans, reader, live, locks));
  Output output;
  present_if_asked(output, context.wanted, context.invocation,
                   apply::present_records(made.records));
  if (const auto left = plans.files.size() - made.records.size(); left > 0)
    output.notes.push_back(fmt::format("{} recorded already", counted(left, "preset")));
  append(output.notes,
         notes_on(made, fmt::format("recorded as applied to {}", plans.plan.service)));
  output.warnings = std::move(plans.warnings);
  return output;
}

} // namespace mrctl::commands
