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

#include <fmt/format.h>

#include <algorithm>
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
  present(output, context.wanted, apply::present_records(records));
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

namespace {

// Returns the records of these presets, whose files are at or below the paths.
Result<apply::ListedRecords> records_of(const apply::Whereabouts& where,
                                        const std::vector<std::string>& paths,
                                        const std::vector<std::string>& slugs) {
  apply::ListedRecords records;
  for (const auto& path : paths) {
    TRY_ASSIGN(auto found, apply::records_at(where, path));
    std::erase_if(found, [&](const auto& record) {
      return std::ranges::find(slugs, record.first.slug) == slugs.end();
    });
    records.merge(found);
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
  apply::ListedRecords dropped;
  Output output;
  for (const auto& [slug, record] : records) {
    dropped.emplace(apply::RecordPlace{where.target, slug, folder}, record);
    TRY(changes.put(*lock, record, {}));
    const auto version = apply::known_version(record);
    output.notes.push_back(fmt::format("dropped the record of {}{}{}", slug,
                                       version ? fmt::format(" (version {})", *version) : "",
                                       record.pending ? ", of which an answer was lost" : ""));
  }
  if (auto kept = lock->bring_to_disk(); !kept) output.failures.push_back(std::move(kept.error()));
  present_if_asked(output, context.wanted, context.invocation, apply::present_records(dropped));
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
  TRY_ASSIGN(const auto made, records_of(where, paths, adopted));
  Output output;
  present_if_asked(output, context.wanted, context.invocation, apply::present_records(made));
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
