#include "mrctl/apply/adoption.hpp"
#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/live_records.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_transaction.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "question.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace mrctl::commands {

namespace {

// The target, without a need for a base URL where it is named.
Result<apply::Whereabouts> named_whereabouts(const config::Settings& settings) {
  if (settings.target.empty()) return whereabouts_of(settings);
  return apply::Whereabouts{.folder = settings.state, .target = settings.target};
}

} // namespace

namespace {

struct ReadRecords {
  std::optional<apply::LiveRecords> records{};
  std::string note{};
};

// --all-targets is of many services, and a target may be listed without a base URL.
Result<ReadRecords> read_live(const Context& context, const apply::ListedRecords& records) {
  const auto& flags = context.invocation.flags;
  const auto& settings = context.service.settings;
  if (flags.live.value_or(false) && flags.all_targets)
    return fail(Error::usage("--all-targets lists the records of many services, but --live reads "
                             "the presets of one",
                             "use only one of them"));
  if (!flags.live && (flags.all_targets || settings.base_url.empty())) return ReadRecords{};
  TRY_ASSIGN(const auto live, choose_live(context, LiveWithoutKey::told));
  if (!live.connection) return ReadRecords{.note = live.note};
  TRY(check_host(context.service));
  const auto& service = live.connection->service;
  const auto* target = config::chosen_target(settings.project);
  auto workspace = target != nullptr && !target->workspace.empty()
                       ? target->workspace
                       : apply::workspace_of(records, service.base_url);
  TRY_ASSIGN(auto found, apply::read_live_records(
                             records, live_source(context, service, std::move(workspace))));
  return ReadRecords{.records = std::move(found)};
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

} // namespace

Result<Output> preset_state(const Context& context) {
  const auto& invocation = context.invocation;
  const auto& settings = context.service.settings;
  const bool is_of_all = invocation.flags.all_targets;
  if (is_of_all && invocation.gives(&spec::SettingValues::target))
    return fail(
        Error::usage("--all-targets lists the records of every target, but --target names one",
                     "use only one of them"));
  TRY_ASSIGN(const auto where, is_of_all
                                   ? apply::Whereabouts{.folder = settings.state, .target = {}}
                                   : named_whereabouts(settings));
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
  TRY_ASSIGN(const auto live, read_live(context, records));
  if (!live.note.empty()) output.notes.push_back(live.note);
  if (live.records) add_notes(output, records, *live.records);
  present(output, context.wanted, apply::present_records(records, live.records));
  return output;
}

namespace {

Error no_record_of(const std::string& slug, const std::string& folder) {
  const auto known = apply::list_slugs(folder, [](std::string_view) {
                       return true;
                     }).value_or(std::vector<std::string>());
  const auto nearest = nearest_word(slug, known);
  return with_http(
      {.kind = ErrorKind::not_found,
       .message = fmt::format("there is no record of {} in {}; nothing was dropped", slug, folder),
       .hint = nearest.empty() ? "'mrctl preset state' lists the records"
                               : fmt::format("did you mean '{}'?", nearest)},
      {});
}

Result<std::map<std::string, apply::Record>>
records_to_forget(const std::vector<std::string>& slugs, const std::string& folder) {
  std::map<std::string, apply::Record> records;
  for (const auto& slug : slugs) {
    if (!spec::is_slug(slug)) return fail(no_record_of(slug, folder));
    TRY_ASSIGN(auto record, apply::read_record(folder, {"", slug}));
    if (!record) return fail(no_record_of(slug, folder));
    records.emplace(slug, *std::move(record));
  }
  return records;
}

} // namespace

Result<Output> preset_forget(const Context& context) {
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto where, named_whereabouts(settings));
  const auto& presets = settings.project.presets;
  TRY_ASSIGN(const auto folders,
             apply::target_folders_of(where, {presets.empty() ? "." : presets.front()}));
  const auto& folder = folders.front();
  TRY_ASSIGN(const auto lock, apply::lock_folder(folder));
  TRY_ASSIGN(const auto records, records_to_forget(context.invocation.arguments, folder));
  const auto count = counted(records.size(), "record");
  TRY(ask_for(context.invocation.flags, context.input,
              {.question = fmt::format("Drop {} of {}?", count, where.target),
               .purpose = count + " to drop",
               .otherwise = "nothing was dropped",
               .hint = "--yes drops without asking"}));
  apply::RecordTransaction changes;
  Output output;
  for (const auto& [slug, record] : records) {
    TRY(changes.put(*lock, record, {}));
    const auto version = apply::known_version(record);
    output.notes.push_back(fmt::format("dropped the record of {}{}{}", slug,
                                       version ? fmt::format(" (version {})", *version) : "",
                                       record.pending ? ", of which an answer was lost" : ""));
  }
  if (auto kept = lock->bring_to_disk(); !kept) output.failures.push_back(std::move(kept.error()));
  output.notes.emplace_back("nothing was sent: what was applied stays live");
  return output;
}

Result<Output> preset_adopt(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& paths = context.invocation.arguments;
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment));
  apply::KnownLive live;
  if (flags.from) {
    live.from = {.folder = settings.state, .target = *flags.from};
    TRY(apply::check_source(*live.from, paths));
  }
  TRY_ASSIGN(const auto where, whereabouts_of(settings));
  TRY_ASSIGN(const auto locks, apply::lock_records(where, paths));
  TRY_ASSIGN(auto plans, plan_presets(context, reader));
  if (flags.known_version && flags.from)
    return fail(Error::usage("--version and --from exclude each other",
                             "--from takes the versions of the other target"));
  if (flags.known_version && plans.files.size() != 1)
    return fail(Error::usage(fmt::format("--version is for one preset, got {}", plans.files.size()),
                             "name one file"));
  if (flags.known_version) live.version = static_cast<std::int64_t>(*flags.known_version);
  TRY_ASSIGN(const auto adopted, apply::adopt(plans, reader, live, locks));
  Output output;
  if (const auto left = plans.files.size() - adopted.size(); left > 0)
    output.notes.push_back(fmt::format("{} recorded already", counted(left, "preset")));
  if (!adopted.empty()) {
    constexpr std::size_t most_named = 20;
    output.notes.push_back(fmt::format("recorded as applied to {}: {}", plans.plan.service,
                                       listed(adopted, most_named)));
    output.notes.emplace_back("nothing was sent; mrctl cannot verify that these bodies are live: "
                              "'mrctl preset plan --live' compares them");
  }
  output.warnings = std::move(plans.warnings);
  return output;
}

} // namespace mrctl::commands
