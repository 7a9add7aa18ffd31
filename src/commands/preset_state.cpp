#include "mrctl/apply/location.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "deployment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Record;

using Slugs = std::vector<std::string>;

constexpr std::size_t most_named = 20;

bool every_slug(std::string_view) {
  return true;
}

// The current folder is what a plan without paths would be of.
std::vector<std::string> paths_of(const Context& context) {
  const auto& paths = context.invocation.arguments;
  return paths.empty() ? std::vector<std::string>{"."} : paths;
}

// The target, without a need for a base URL where it is named.
Result<apply::Whereabouts> named_whereabouts(const Context& context) {
  const auto& settings = context.service.settings;
  if (settings.target.empty()) return whereabouts_of(context);
  return apply::Whereabouts{.folder = settings.state, .target = settings.target};
}

struct ListedRecord {
  std::string target;
  Record record;
};

// The records of some paths.
class Listing {
public:
  Status add(const apply::Whereabouts& where, const std::string& path);
  void add(Listing other) { found_.merge(other.found_); }
  [[nodiscard]] bool is_empty() const { return found_.empty(); }
  [[nodiscard]] std::vector<ListedRecord> take();

private:
  Status add_target(const std::string& folder, const std::string& target, const std::string& path,
                    const std::string& state);

  std::map<std::pair<std::string, std::string>, ListedRecord> found_; // by folder and slug
};

Status Listing::add(const apply::Whereabouts& where, const std::string& path) {
  TRY_ASSIGN(const auto state, apply::state_folder_of(where, path));
  if (!where.target.empty()) {
    const auto folders = apply::target_folders_of(where, {path});
    return folders ? add_target(folders->front(), where.target, path, state)
                   : fail(folders.error());
  }
  TRY_ASSIGN(const auto targets, apply::list_targets(state));
  for (const auto& target : targets)
    if (auto added = add_target(fmt::format("{}/{}", state, target.name), target.name, path, state);
        !added)
      return added;
  return {};
}

Status Listing::add_target(const std::string& folder, const std::string& target,
                           const std::string& path, const std::string& state) {
  const auto recorded = apply::recorded_path(path, state);
  const auto holds = apply::holds_state(path, state);
  const auto slugs = apply::list_slugs(folder, every_slug);
  if (!recorded) return fail(recorded.error());
  if (!holds) return fail(holds.error());
  if (!slugs) return fail(slugs.error());
  for (const auto& slug : *slugs) {
    TRY_ASSIGN(auto record, apply::read_record(folder, {"", slug}));
    if (!record) continue;
    const auto& file = record->file;
    const bool is_wanted = file ? *recorded && apply::is_at_or_below(*file, **recorded) : *holds;
    if (is_wanted) found_.try_emplace({folder, slug}, ListedRecord{target, *std::move(record)});
  }
  return {};
}

std::vector<ListedRecord> Listing::take() {
  std::vector<ListedRecord> records;
  for (auto& [key, record] : found_)
    records.push_back(std::move(record));
  std::ranges::stable_sort(records, [](const auto& one, const auto& other) {
    return std::tie(one.target, one.record.slug) < std::tie(other.target, other.record.slug);
  });
  return records;
}

std::optional<std::string> text_of(const std::optional<std::int64_t>& version) {
  return version ? std::optional(std::to_string(*version)) : std::nullopt;
}

std::optional<std::int64_t> version_of(const Record& record) {
  return record.last ? record.last->version : record.pending->version;
}

std::string array_of(const std::vector<ListedRecord>& records) {
  JsonWriter out;
  out.array(records, [&](const ListedRecord& listed) {
    const auto& record = listed.record;
    const auto last = record.last.value_or(apply::Applied{});
    out.begin('{').member("target", listed.target).member("slug", record.slug);
    out.member("file", record.file).member("service", record.service);
    out.member("workspace_id", last.workspace_id).member("preset_id", last.preset_id);
    out.member("version", version_of(record)).member("version_id", last.version_id);
    out.member("applied", unless_empty(last.applied));
    out.member("pending", record.pending.has_value()).end('}');
  });
  return out.take();
}

output::Grid grid_of(const std::vector<ListedRecord>& records) {
  output::Grid grid{{{"target", "TARGET"},
                     {"slug", "SLUG", output::CellKind::text, true},
                     {"version", "VERSION", output::CellKind::number},
                     {"file", "FILE"},
                     {"pending", "PENDING"},
                     {"applied", "APPLIED"},
                     {"service", "SERVICE"}},
                    {}};
  for (const auto& [target, record] : records)
    grid.rows.push_back({target, record.slug, text_of(version_of(record)), record.file,
                         record.pending ? "yes" : "no",
                         record.last ? std::optional(record.last->applied) : std::nullopt,
                         record.service});
  return grid;
}

} // namespace

Result<Output> preset_state(const Context& context) {
  if (context.invocation.flags.all_targets &&
      context.invocation.gives(&spec::SettingValues::target))
    return fail(
        Error::usage("--all-targets lists the records of every target, but --target names one",
                     "use only one of them"));
  TRY_ASSIGN(auto where,
             context.invocation.flags.all_targets
                 ? apply::Whereabouts{.folder = context.service.settings.state, .target = {}}
                 : named_whereabouts(context));
  Listing listing;
  Output output;
  if (!where.target.empty()) output.notes = notes_on_place(context, where, paths_of(context));
  for (const auto& path : paths_of(context)) {
    Listing own;
    TRY(own.add(where, path));
    if (own.is_empty() && !context.invocation.arguments.empty())
      output.notes.push_back(fmt::format("there are no records of {}", path));
    listing.add(std::move(own));
  }
  const auto records = listing.take();
  auto result = output::present_document(array_of(records));
  result.page = [&](output::Page& page) { page.rows({.grid = grid_of(records)}); };
  present(output, context, result);
  return output;
}

namespace {

// Changes several records: all, or none if one cannot be written.
class Changes {
public:
  Status put(apply::LockedFolder& folder, const std::optional<Record>& before,
             const std::optional<Record>& after) {
    const auto& slug = before ? before->slug : after->slug;
    auto written = write(folder, slug, after);
    if (written)
      done_.push_back({&folder, slug, before});
    else
      take_back();
    return written;
  }

private:
  struct Done {
    apply::LockedFolder* folder;
    std::string slug;
    std::optional<Record> before;
  };

  static Status write(apply::LockedFolder& folder, const std::string& slug,
                      const std::optional<Record>& record) {
    return folder.replace_record(slug, record ? std::optional(record_text(*record)) : std::nullopt);
  }
  // What cannot be restored either is reported by the next command that reads it.
  void take_back() {
    for (const auto& [folder, slug, before] : done_)
      if (!write(*folder, slug, before)) return;
  }

  std::vector<Done> done_;
};

using RecordsBySlug = std::map<std::string, Record>;

Error no_record_of(const std::string& slug, const std::string& folder) {
  const auto known = apply::list_slugs(folder, every_slug).value_or(Slugs{});
  const auto nearest = nearest_word(slug, known);
  return with_http(
      {.kind = ErrorKind::not_found,
       .message = fmt::format("there is no record of {} in {}; nothing was dropped", slug, folder),
       .hint = nearest.empty() ? "'mrctl preset state' lists the records"
                               : fmt::format("did you mean '{}'?", nearest)},
      {});
}

Result<RecordsBySlug> records_to_forget(const Context& context, const std::string& folder) {
  RecordsBySlug records;
  for (const auto& slug : context.invocation.arguments) {
    if (!spec::is_slug(slug)) return fail(no_record_of(slug, folder));
    TRY_ASSIGN(auto record, apply::read_record(folder, {"", slug}));
    if (!record) return fail(no_record_of(slug, folder));
    records.emplace(slug, *std::move(record));
  }
  return records;
}

// "support (version 12)".
std::string description_of(const Record& record) {
  const auto version = version_of(record);
  return fmt::format("{}{}{}", record.slug, version ? fmt::format(" (version {})", *version) : "",
                     record.pending ? ", of which an answer was lost" : "");
}

} // namespace

Result<Output> preset_forget(const Context& context) {
  TRY_ASSIGN(const auto where, named_whereabouts(context));
  const auto& presets = context.service.settings.project.presets;
  TRY_ASSIGN(const auto folders,
             apply::target_folders_of(where, {presets.empty() ? "." : presets.front()}));
  const auto& folder = folders.front();
  TRY_ASSIGN(const auto lock, apply::lock_folder(folder));
  TRY_ASSIGN(const auto records, records_to_forget(context, folder));
  const auto count = counted(records.size(), "record");
  if (auto agreed =
          ask_for(context, {.question = fmt::format("Drop {} of {}?", count, where.target),
                            .purpose = count + " to drop",
                            .otherwise = "nothing was dropped",
                            .hint = "--yes drops without asking"});
      !agreed)
    return fail(std::move(agreed.error()));
  Changes changes;
  Output output;
  for (const auto& [slug, record] : records) {
    TRY(changes.put(*lock, record, {}));
    output.notes.push_back("dropped the record of " + description_of(record));
  }
  if (auto kept = lock->bring_to_disk(); !kept) output.failures.push_back(std::move(kept.error()));
  output.notes.emplace_back("nothing was sent: what was applied stays live");
  return output;
}

namespace {

// What adopt writes, or why it does not.
class Adoption {
public:
  Adoption(const Context& context, const Plans& plans, const body::PresetReader& reader)
      : context_(context), plans_(plans), reader_(reader) {}

  Status prepare();
  Status write(const Locks& locks);
  [[nodiscard]] const Slugs& adopted() const { return adopted_; }

private:
  // A preset by its position in the plan, and its new record.
  struct Adopted {
    std::size_t index;
    Record record;
    std::optional<Record> before;
  };

  Status prepare_one(std::size_t index);
  [[nodiscard]] Result<apply::Applied> applied_of(std::size_t index, apply::Hashed hashed);
  [[nodiscard]] Result<std::string> folder_to_copy(std::size_t index) const;
  [[nodiscard]] const std::string& folder_of(std::size_t index) const {
    return plans_.folders.at(plans_.files[index].argument);
  }
  void refuse(std::size_t index, std::string_view why) {
    refusals_.push_back(fmt::format("{}: {}", plans_.files[index].slug, why));
  }

  const Context& context_;
  const Plans& plans_;
  const body::PresetReader& reader_;
  std::vector<Adopted> records_;
  Slugs refusals_;
  Slugs adopted_;
};

Error refused(const Slugs& refusals) {
  return with_http(
      {.kind = ErrorKind::conflict,
       .message = fmt::format("{} cannot be adopted; nothing was recorded: {}",
                              counted(refusals.size(), "preset"), listed(refusals, most_named)),
       .hint = "adopt takes bodies that are live already; 'mrctl preset apply' sends "
               "others"},
      {});
}

Status Adoption::prepare() {
  for (std::size_t i = 0; i < plans_.files.size(); ++i)
    TRY(prepare_one(i));
  return refusals_.empty() ? Status() : fail(refused(refusals_));
}

// The record of a preset that has the same body already changes only if more is known now.
Status Adoption::prepare_one(std::size_t index) {
  const auto& planned = plans_.plan.presets[index];
  const auto& flags = context_.invocation.flags;
  if (planned.action != apply::Action::create && planned.action != apply::Action::unchanged) {
    refuse(index, planned.is_lost ? "the answer to a request was lost"
                                  : "another body was applied from here");
    return {};
  }
  const bool has_news = flags.known_version || flags.from;
  if (planned.action == apply::Action::unchanged && !has_news) return {};
  const auto& file = plans_.files[index];
  TRY_ASSIGN(const auto body, reader_.read(file));
  TRY_ASSIGN(auto hashed, apply::hashed_body(body.json.text()));
  if (apply::Hash(hashed.hash) != planned.hash)
    return fail(
        Error::usage(fmt::format("{} changed in the meantime; nothing was recorded", file.path)));
  TRY_ASSIGN(auto before, apply::read_record(folder_of(index), {plans_.plan.service, file.slug}));
  TRY_ASSIGN(auto applied, applied_of(index, std::move(hashed)));
  if (applied.applied.empty()) return {};
  records_.push_back({index,
                      {plans_.plan.service,
                       file.slug,
                       std::move(applied),
                       {},
                       recorded_file(plans_, context_, index, before)},
                      std::move(before)});
  return {};
}

// Without a hash if it was refused.
Result<apply::Applied> Adoption::applied_of(std::size_t index, apply::Hashed hashed) {
  const auto& flags = context_.invocation.flags;
  apply::Applied applied{.workspace_id = {},
                         .preset_id = {},
                         .version = {},
                         .version_id = {},
                         .applied = std::move(hashed.hash),
                         .stored = {},
                         .body = std::move(hashed.text)};
  if (flags.known_version) applied.version = static_cast<std::int64_t>(*flags.known_version);
  if (!flags.from) return applied;
  TRY_ASSIGN(const auto folder, folder_to_copy(index));
  auto record = apply::read_record(folder, {"", plans_.files[index].slug});
  if (!record) return fail(std::move(record.error()));
  if (!*record || !(*record)->last)
    refuse(index, fmt::format("{} has no record of it", *flags.from));
  else if ((*record)->pending)
    refuse(index, fmt::format("the answer to a request was lost in {}", *flags.from));
  else if ((*record)->last->applied != applied.applied)
    refuse(index, fmt::format("{} has another body", *flags.from));
  else
    return *(*record)->last;
  return apply::Applied{};
}

Result<std::string> Adoption::folder_to_copy(std::size_t index) const {
  const auto& argument = context_.invocation.arguments[plans_.files[index].argument];
  return apply::target_folders_of(
             {.folder = context_.service.settings.state, .target = *context_.invocation.flags.from},
             {argument})
      .map([](const auto& folders) { return folders.front(); });
}

Status Adoption::write(const Locks& locks) {
  Changes changes;
  std::set<std::string> folders;
  for (const auto& [index, record, before] : records_) {
    const auto& folder = *folders.insert(folder_of(index)).first;
    TRY(changes.put(*locks.held.at(folder), before, record));
    adopted_.push_back(record.slug);
  }
  for (const auto& folder : folders)
    TRY(locks.held.at(folder)->bring_to_disk());
  return {};
}

// Fails if no path has records of the target to copy from.
Status check_source(const Context& context) {
  const auto& from = context.invocation.flags.from;
  if (!from) return {};
  Slugs known;
  for (const auto& path : context.invocation.arguments) {
    const auto state =
        apply::state_folder_of({.folder = context.service.settings.state, .target = *from}, path);
    if (!state) return fail(state.error());
    TRY_ASSIGN(const auto targets, apply::list_targets(*state));
    for (const auto& target : targets)
      known.push_back(target.name);
  }
  if (std::ranges::find(known, *from) != known.end()) return {};
  const auto nearest = nearest_word(*from, known);
  return fail(with_http({.kind = ErrorKind::not_found,
                         .message = fmt::format("there are no records of the target {}", *from),
                         .hint = nearest.empty() ? "'mrctl preset state --all-targets' lists them"
                                                 : fmt::format("did you mean '{}'?", nearest)},
                        {}));
}

Status check_version(const Context& context, const Plans& plans) {
  const auto& flags = context.invocation.flags;
  if (!flags.known_version) return {};
  if (flags.from)
    return fail(Error::usage("--version and --from exclude each other",
                             "--from takes the versions of the other target"));
  if (plans.files.size() == 1) return {};
  return fail(Error::usage(fmt::format("--version is for one preset, got {}", plans.files.size()),
                           "name one file"));
}

} // namespace

Result<Output> preset_adopt(const Context& context) {
  const auto reader =
      body::PresetReader::make(context.invocation, context.input.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  TRY(check_source(context));
  TRY_ASSIGN(const auto locks, lock_records(context));
  TRY_ASSIGN(auto plans, make_plan(context, *reader));
  TRY(check_version(context, plans));
  Adoption adoption(context, plans, *reader);
  TRY(adoption.prepare());
  TRY(check_records(plans, locks));
  TRY(adoption.write(locks));
  Output output;
  const auto& adopted = adoption.adopted();
  if (const auto left = plans.files.size() - adopted.size(); left > 0)
    output.notes.push_back(fmt::format("{} recorded already", counted(left, "preset")));
  if (!adopted.empty()) {
    output.notes.push_back(fmt::format("recorded as applied to {}: {}", plans.plan.service,
                                       listed(adopted, most_named)));
    output.notes.emplace_back(
        "nothing was sent, and nobody has verified that these bodies are live");
  }
  output.warnings = std::move(plans.warnings);
  return output;
}

} // namespace mrctl::commands
