#include "make_plan.hpp"

#include "mrctl/exchange/host.hpp"
#include "mrctl/request/body_search.hpp"
#include "mrctl/session/activities.hpp"
#include "mrctl/state/canonical.hpp"
#include "mrctl/state/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace mrctl::commands {

namespace {

using plan::Action;
using plan::Planned;
using session::Context;

class Planner {
public:
  Planner(const Context& context, state::Whereabouts where, Plans& plans)
      : context_(context), where_(std::move(where)), plans_(plans) {
    for (const auto& argument : context.invocation.arguments)
      plans.folders.push_back(state::target_folder_of(where_, argument));
  }

  // Plans the preset of one file. Several threads may call it at once.
  [[nodiscard]] request::FinishVisit plan(const request::PresetFile& file,
                                          const request::Body& body);
  Status add_orphans();
  // Returns the first failure to read a record.
  [[nodiscard]] Status finish() { return std::move(status_); }

private:
  [[nodiscard]] Result<Planned> planned_of(const request::PresetFile& file,
                                           const state::Hashed& hashed) const;
  void add(Result<Planned> planned);
  [[nodiscard]] bool may_hold_orphans(const std::string& argument) const;
  Status add_orphans_of(const std::string& folder);
  [[nodiscard]] Result<std::optional<state::Record>>
  read(const std::string& folder, std::string_view slug, const state::Hashed* known) const {
    return state::read_record(folder, {plans_.plan.service, slug}, known);
  }

  const Context& context_;
  state::Whereabouts where_;
  Plans& plans_;
  Status status_{};
};

request::FinishVisit Planner::plan(const request::PresetFile& file, const request::Body& body) {
  auto hashed = state::hashed_body(body.json.text());
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

Result<Planned> Planner::planned_of(const request::PresetFile& file,
                                    const state::Hashed& hashed) const {
  const auto record = read(plans_.folders.at(file.argument), file.slug, &hashed);
  if (!record) return fail(record.error());
  auto planned = plan::decide(*record, hashed.hash);
  planned.slug = file.slug;
  planned.file = file.path;
  planned.fingerprint = plan::fingerprint_of(hashed.text);
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
    if (!may_hold_orphans(arguments[i]) || !seen.insert(plans_.folders[i]).second) continue;
    if (auto added = add_orphans_of(plans_.folders[i]); !added) return added;
  }
  return {};
}

// A folder below that of the records contains only some of the presets.
bool Planner::may_hold_orphans(const std::string& argument) const {
  if (!request::is_folder(argument)) return false;
  if (!where_.folder.empty()) return true;
  std::error_code error;
  const auto own = std::filesystem::path(argument) / state::state_folder_name;
  return std::filesystem::equivalent(own, state::state_folder_of(argument), error);
}

Status Planner::add_orphans_of(const std::string& folder) {
  const auto prefix = context_.invocation.flags.slug_prefix.value_or("");
  std::vector<std::string_view> known; // there may be 100,000, which a set would take more for
  known.reserve(plans_.files.size());
  for (const auto& file : plans_.files)
    known.emplace_back(file.slug);
  std::sort(known.begin(), known.end());
  const auto slugs = state::list_slugs(folder, [&](std::string_view slug) {
    return slug.starts_with(prefix) && !std::binary_search(known.begin(), known.end(), slug);
  });
  if (!slugs) return fail(slugs.error());
  for (const auto& slug : *slugs) {
    auto record = read(folder, slug, nullptr);
    if (!record) return fail(std::move(record.error()));
    Planned orphan;
    if (*record)
      orphan = plan::decide(*record, (*record)->last ? (*record)->last->applied
                                                     : (*record)->pending->applied.back());
    orphan.slug = plans_.orphans.emplace_back(slug);
    orphan.action = Action::orphan;
    plans_.plan.presets.push_back(orphan);
  }
  return {};
}

// The system prompt last, because it is the longest.
std::vector<diff::Change> changes_since(const state::Applied& last, const Json& body) {
  const auto before = parse_json(last.body, Reading::strict);
  if (!before) return {};
  auto changes = diff::changes_between(*before, body);
  std::stable_partition(changes.begin(), changes.end(), [](const diff::Change& change) {
    return !is_within(change.path, "/messages");
  });
  return changes;
}

// Reads the file and its record a second time. The data of the plans keeps its address when they
// are moved.
plan::FindChanges changes_in(const Plans& plans, const request::PresetReader& reader) {
  return [&reader, first = plans.plan.presets.data(), files = std::span(plans.files),
          folders = std::span(plans.folders),
          service = plans.plan.service](const Planned& preset) -> std::vector<diff::Change> {
    const bool is_sent_again = preset.action == Action::update || preset.action == Action::retry;
    if (!is_sent_again || !preset.applied) return {};
    const auto& file = files[static_cast<std::size_t>(&preset - first)];
    const auto body = reader.read(file);
    const auto record = state::read_record(folders[file.argument], {service, file.slug});
    if (!body || has_errors(body->problems) || !record || !*record || !(*record)->last) return {};
    return changes_since(*(*record)->last, body->json.value());
  };
}

} // namespace

Result<state::Whereabouts> whereabouts_of(const Context& context) {
  const auto host = config::require_base_url(context.settings).and_then([](const std::string& url) {
    return host_of(url);
  });
  if (!host) return fail(host.error());
  const auto& target = context.settings.target;
  return state::Whereabouts{.folder = context.settings.state,
                            .target = target.empty() ? state::target_of(*host) : target};
}

Result<Plans> make_plan(const Context& context, const request::PresetReader& reader) {
  Plans plans;
  auto service = config::require_base_url(context.settings);
  if (!service) return fail(std::move(service.error()));
  plans.plan.service = *std::move(service);
  auto files = request::find_preset_files(context.invocation.arguments,
                                          context.invocation.flags.slug_prefix.value_or(""));
  if (!files) return fail(std::move(files.error()));
  plans.files = *std::move(files);
  plans.plan.presets.reserve(plans.files.size());

  const auto activity = begin_checking(context, plans.files.size(), "the presets");
  Planner planner(context, *whereabouts_of(context), plans);
  auto warnings =
      request::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
        return planner.plan(file, body);
      });
  if (!warnings) return fail(std::move(warnings.error()));
  if (auto finished = planner.finish(); !finished) return fail(std::move(finished.error()));
  if (auto added = planner.add_orphans(); !added) return fail(std::move(added.error()));
  plans.warnings = *std::move(warnings);
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

} // namespace mrctl::commands
