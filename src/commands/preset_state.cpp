#include "mrctl/apply/adoption.hpp"
#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_transaction.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "preset_plan.hpp"
#include "question.hpp"
#include "state_place.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace mrctl::commands {

Result<Output> preset_state(const Context& context) {
  const auto& invocation = context.invocation;
  const bool is_of_all = invocation.flags.all_targets;
  if (is_of_all && invocation.gives(&spec::SettingValues::target))
    return fail(
        Error::usage("--all-targets lists the records of every target, but --target names one",
                     "use only one of them"));
  TRY_ASSIGN(const auto where, named_whereabouts(context.service, apply::BranchUse::reading,
                                                 is_of_all ? TargetsOf::all : TargetsOf::settings));
  // The current folder is what a plan without paths would be of.
  auto paths = invocation.arguments;
  if (paths.empty()) paths.emplace_back(".");
  apply::ListedRecords records;
  Output output;
  if (!is_of_all) output.notes = apply::notes_on_place(where, paths);
  for (const auto& path : paths) {
    TRY_ASSIGN(auto found, apply::records_at(where, path));
    if (found.empty() && !invocation.arguments.empty())
      output.notes.push_back(fmt::format("there are no records of {}", path));
    records.merge(found);
  }
  present(output, context.wanted, apply::present_records(records));
  return output;
}

namespace {

Error no_record_of(const std::string& slug, const apply::TargetRecords& records) {
  const auto known = apply::list_slugs(records, [](std::string_view) {
                       return true;
                     }).value_or(std::vector<std::string>());
  const auto nearest = nearest_word(slug, known);
  return with_http({.kind = ErrorKind::not_found,
                    .message = fmt::format("there is no record of {} in {}; nothing was dropped",
                                           slug, records.folder),
                    .hint = nearest.empty() ? "'mrctl preset state' lists the records"
                                            : fmt::format("did you mean '{}'?", nearest)},
                   {});
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

} // namespace

Result<Output> preset_forget(const Context& context) {
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto where, named_whereabouts(context.service, apply::BranchUse::writing));
  const auto& presets = settings.project.presets;
  TRY_ASSIGN(const auto folders,
             apply::target_folders_of(where, {presets.empty() ? "." : presets.front()}));
  const auto& folder = folders.front();
  Output output;
  TRY_ASSIGN(const auto lock,
             apply::lock_target(where, folder,
                                locking_of(context, apply::ChangeOf::forget, output.notes)));
  TRY_ASSIGN(const auto records,
             records_to_forget(context.invocation.arguments, {folder, where.branch.get()}));
  const auto count = counted(records.size(), "record");
  TRY(ask_for(context.invocation.flags, context.input,
              {.question = fmt::format("Drop {} of {}?", count, where.target),
               .purpose = count + " to drop",
               .otherwise = "nothing was dropped",
               .hint = "--yes drops without asking"}));
  apply::RecordTransaction changes;
  for (const auto& [slug, record] : records) {
    TRY(changes.put(*lock, record, {}));
    const auto version = apply::known_version(record);
    output.notes.push_back(fmt::format("dropped the record of {}{}{}", slug,
                                       version ? fmt::format(" (version {})", *version) : "",
                                       record.pending ? ", of which an answer was lost" : ""));
  }
  auto kept = lock->bring_to_disk();
  if (!kept && where.branch) return fail(std::move(kept.error()));
  if (!kept) output.failures.push_back(std::move(kept.error()));
  output.notes.emplace_back("nothing was sent: what was applied stays live");
  return output;
}

Result<Output> preset_adopt(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& paths = context.invocation.arguments;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment));
  TRY_ASSIGN(const auto where, whereabouts_of(context.service, apply::BranchUse::writing));
  apply::KnownLive live;
  if (flags.from) {
    live.from = where;
    live.from->target = *flags.from;
    TRY(apply::check_source(*live.from, paths));
  }
  Output output;
  TRY_ASSIGN(
      const auto locks,
      apply::lock_records(where, paths, locking_of(context, apply::ChangeOf::adopt, output.notes)));
  TRY_ASSIGN(auto plans, plan_presets(context, reader, where));
  if (flags.known_version && flags.from)
    return fail(Error::usage("--version and --from exclude each other",
                             "--from takes the versions of the other target"));
  if (flags.known_version && plans.files.size() != 1)
    return fail(Error::usage(fmt::format("--version is for one preset, got {}", plans.files.size()),
                             "name one file"));
  if (flags.known_version) live.version = static_cast<std::int64_t>(*flags.known_version);
  if (const auto noted = note_source(context, where, locks); !noted) return fail(noted.error());
  TRY_ASSIGN(const auto adopted, apply::adopt(plans, reader, live, locks));
  if (const auto left = plans.files.size() - adopted.size(); left > 0)
    output.notes.push_back(fmt::format("{} recorded already", counted(left, "preset")));
  if (!adopted.empty()) {
    constexpr std::size_t most_named = 20;
    output.notes.push_back(fmt::format("recorded as applied to {}: {}", plans.plan.service,
                                       listed(adopted, most_named)));
    output.notes.emplace_back("nothing was sent; mrctl cannot verify that these bodies are live");
  }
  output.warnings = std::move(plans.warnings);
  return output;
}

} // namespace mrctl::commands
