#include "deployment.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/json/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Action;
using apply::Planned;

class Planner {
public:
  Planner(const Context& context, apply::Whereabouts where, Plans& plans)
      : context_(context), where_(std::move(where)), plans_(plans) {}

  // Plans the preset of one file. Several threads may call it at once.
  [[nodiscard]] body::FinishVisit plan(const body::PresetFile& file, const body::Body& body);
  Status add_orphans();
  // Returns the first failure to read a record.
  [[nodiscard]] Status finish() { return std::move(status_); }

private:
  [[nodiscard]] Result<Planned> planned_of(const body::PresetFile& file,
                                           const apply::Hashed& hashed) const;
  void add(Result<Planned> planned);
  [[nodiscard]] Result<bool> may_hold_orphans(const std::string& argument) const;
  Status add_orphans_of(const std::string& folder);
  [[nodiscard]] Result<std::optional<apply::Record>>
  read(const std::string& folder, std::string_view slug, const apply::Hashed* known) const {
    return apply::read_record(folder, {plans_.plan.service, slug}, known)
        .map_error([](Error error) {
          error.message += "; nothing was sent";
          return error;
        });
  }

  const Context& context_;
  apply::Whereabouts where_;
  Plans& plans_;
  Status status_{};
};

body::FinishVisit Planner::plan(const body::PresetFile& file, const body::Body& body) {
  auto hashed = apply::hashed_body(body.json.text());
  if (!hashed) {
    auto error = std::move(hashed.error());
    error.message = fmt::format("{}: {}", file.path, error.message);
    return [error = std::move(error)] { return Status(fail(error)); };
  }
  return [this, planned = planned_of(file, *hashed)]() mutable {
    add(std::move(planned));
    return Status();
  };
}

Result<Planned> Planner::planned_of(const body::PresetFile& file,
                                    const apply::Hashed& hashed) const {
  const auto record = read(plans_.folders.at(file.argument), file.slug, &hashed);
  if (!record) return fail(record.error());
  auto planned = apply::decide(*record, hashed.hash);
  planned.slug = file.slug;
  planned.file = file.path;
  planned.fingerprint = apply::fingerprint_of(hashed.text);
  return planned;
}

// A broken record must not hide problems of later bodies.
void Planner::add(Result<Planned> planned) {
  if (planned)
    plans_.plan.presets.push_back(*planned);
  else if (status_)
    status_ = fail(std::move(planned.error()));
}

Status Planner::add_orphans() {
  std::set<std::string> seen;
  const auto& arguments = context_.invocation.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto may_hold = may_hold_orphans(arguments[i]);
    if (!may_hold) return fail(may_hold.error());
    if (!*may_hold || !seen.insert(plans_.folders[i]).second) continue;
    if (auto added = add_orphans_of(plans_.folders[i]); !added) return added;
  }
  return {};
}

// A folder below that of the records contains only some of the presets.
Result<bool> Planner::may_hold_orphans(const std::string& argument) const {
  if (!body::is_folder(argument)) return false;
  return where_.folder.empty() ? apply::has_own_state_folder(argument) : true;
}

Status Planner::add_orphans_of(const std::string& folder) {
  const auto prefix = context_.invocation.flags.slug_prefix.value_or("");
  std::vector<std::string_view> known; // there may be 100,000, which a set would take more for
  known.reserve(plans_.files.size());
  for (const auto& file : plans_.files)
    known.emplace_back(file.slug);
  std::sort(known.begin(), known.end());
  const auto slugs = apply::list_slugs(folder, [&](std::string_view slug) {
    return slug.starts_with(prefix) && !std::binary_search(known.begin(), known.end(), slug);
  });
  if (!slugs) return fail(slugs.error());
  for (const auto& slug : *slugs) {
    auto record = read(folder, slug, nullptr);
    if (!record) return fail(std::move(record.error()));
    Planned orphan;
    if (*record)
      orphan = apply::decide(*record, (*record)->last ? (*record)->last->applied
                                                      : (*record)->pending->applied.back());
    orphan.slug = plans_.orphans.emplace_back(slug);
    orphan.action = Action::orphan;
    plans_.plan.presets.push_back(orphan);
  }
  return {};
}

// The system prompt last, because it is the longest.
std::vector<output::Change> changes_since(const Json& before, const Json& body) {
  auto changes = output::changes_between(before, body);
  std::stable_partition(changes.begin(), changes.end(), [](const output::Change& change) {
    return !is_within(change.path, "/messages");
  });
  return changes;
}

// Reads a file and its record a second time, and insists on what the plan was made from.
Result<std::vector<output::Change>> read_changes(const Planned& preset, const body::Body& body,
                                                 const std::optional<apply::Record>& record) {
  const auto canonical = apply::canonical_body(body.json.text());
  const bool is_planned = canonical && apply::fingerprint_of(*canonical) == preset.fingerprint &&
                          record && record->last &&
                          apply::Hash(record->last->applied) == preset.applied;
  const auto before = is_planned ? parse_json(record->last->body, Reading::strict) : Json();
  if (is_planned && before) return changes_since(*before, body.json.value());
  return fail(Error::usage(
      fmt::format("{} or its state file changed while the plan was made; nothing was sent",
                  preset.file),
      "run the command again"));
}

// The data of the plans keeps its address when they are moved.
apply::FindChanges changes_in(const Plans& plans, const body::PresetReader& reader) {
  return [&reader, first = plans.plan.presets.data(), files = std::span(plans.files),
          folders = std::span(plans.folders), service = plans.plan.service,
          found = plans.found_changes](const Planned& preset) -> std::vector<output::Change> {
    const bool is_sent_again = preset.action == Action::update || preset.action == Action::retry;
    if (!is_sent_again || !preset.applied) return {};
    const auto& file = files[static_cast<std::size_t>(&preset - first)];
    auto changes = reader.read(file).and_then([&](const body::Body& body) {
      return apply::read_record(folders[file.argument], {service, file.slug})
          .and_then([&](const auto& record) { return read_changes(preset, body, record); });
    });
    if (!changes && *found) *found = fail(changes.error());
    return changes.value_or(std::vector<output::Change>());
  };
}

} // namespace

Result<apply::Whereabouts> whereabouts_of(const Context& context) {
  const auto host = config::require_base_url(context.settings).and_then([](const std::string& url) {
    return host_of(url);
  });
  if (!host) return fail(host.error());
  const auto& target = context.settings.target;
  return apply::Whereabouts{.folder = context.settings.state,
                            .target = target.empty() ? apply::target_of(*host) : target};
}

Result<Plans> make_plan(const Context& context, const body::PresetReader& reader) {
  Plans plans;
  auto service = config::require_base_url(context.settings);
  if (!service) return fail(std::move(service.error()));
  plans.plan.service = *std::move(service);
  auto files = body::find_preset_files(context.invocation.arguments,
                                       context.invocation.flags.slug_prefix.value_or(""));
  if (!files) return fail(std::move(files.error()));
  plans.files = *std::move(files);
  plans.plan.presets.reserve(plans.files.size());

  auto where = whereabouts_of(context);
  if (!where) return fail(std::move(where.error()));
  auto folders = apply::target_folders_of(*where, context.invocation.arguments);
  if (!folders) return fail(std::move(folders.error()));
  plans.folders = *std::move(folders);

  const auto activity = begin_checking(context, plans.files.size(), "the presets");
  Planner planner(context, *std::move(where), plans);
  auto warnings = body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
    return planner.plan(file, body);
  });
  if (!warnings) return fail(std::move(warnings.error()));
  if (auto finished = planner.finish(); !finished) return fail(std::move(finished.error()));
  if (auto added = planner.add_orphans(); !added) return fail(std::move(added.error()));
  plans.warnings = without_secrets(*std::move(warnings), context);
  plans.plan.changes_of = changes_in(plans, reader);
  return plans;
}

std::set<std::string> record_folders(const Plans& plans) {
  std::vector<bool> holds(plans.folders.size());
  for (const auto& file : plans.files)
    holds.at(file.argument) = true;
  std::set<std::string> folders;
  for (std::size_t i = 0; i < holds.size(); ++i)
    if (holds[i]) folders.insert(plans.folders[i]);
  return folders;
}

Result<Locks> lock_records(const Context& context) {
  const auto where = whereabouts_of(context);
  if (!where) return fail(where.error());
  const auto folders = apply::target_folders_of(*where, context.invocation.arguments);
  if (!folders) return fail(folders.error());
  Locks locks;
  for (const auto& folder : std::set(folders->begin(), folders->end())) {
    auto lock = apply::lock_folder(folder);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind == ErrorKind::conflict)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Plans& plans, const Locks& locks) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : record_folders(plans))
    if (auto writable = apply::check_writable(folder); !writable) return writable;
  return {};
}

Result<KnownWorkspace> recorded_workspace(const Plans& plans) {
  const auto any = [](std::string_view) { return true; };
  for (const auto& folder : record_folders(plans)) {
    const auto slugs = apply::list_slugs(folder, any);
    if (!slugs) return fail(slugs.error());
    for (const auto& slug : *slugs) {
      auto record = apply::read_record(folder, {plans.plan.service, slug});
      if (!record) return fail(std::move(record.error()));
      if (*record && (*record)->last && (*record)->last->workspace_id)
        return std::move((*record)->last->workspace_id);
    }
  }
  return std::nullopt;
}

} // namespace mrctl::commands
