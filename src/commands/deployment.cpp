#include "deployment.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/project.hpp"
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

Planned planned_of(const body::PresetFile& file, const apply::Hashed& hashed,
                   const std::optional<apply::Record>& record) {
  auto planned = apply::decide(record, hashed.hash);
  planned.slug = file.slug;
  planned.file = file.path;
  return planned;
}

class Planner {
public:
  Planner(const Context& context, apply::Whereabouts where, const InspectPreset& inspect,
          Plans& plans)
      : context_(context), where_(std::move(where)), inspect_(inspect), plans_(plans) {
    for (const auto& argument : context.invocation.arguments)
      is_folder_.push_back(body::is_folder(argument));
  }

  // Plans the preset of one file. Several threads may call it at once.
  [[nodiscard]] body::FinishVisit plan(const body::PresetFile& file, const body::Body& body);
  Status add_orphans();
  // Returns the first failure to read a record.
  [[nodiscard]] Status finish() { return std::move(status_); }

private:
  void add(Result<Planned> planned);
  Status add_orphans_of(const std::string& folder);
  [[nodiscard]] bool may_be_orphan(std::string_view slug, const std::string& folder) const;
  [[nodiscard]] Result<bool> is_orphan(const apply::Record& record,
                                       const std::string& folder) const;
  void add_orphan(const std::string& slug, const apply::Record& record);
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
  const InspectPreset& inspect_;
  Plans& plans_;
  std::vector<bool> is_folder_; // of each argument
  Status status_{};
};

body::FinishVisit Planner::plan(const body::PresetFile& file, const body::Body& body) {
  auto hashed = apply::hashed_body(body.json.text());
  if (!hashed) {
    auto error = std::move(hashed.error());
    error.message = fmt::format("{}: {}", file.path, error.message);
    return [error = std::move(error)] { return Status(fail(error)); };
  }
  const auto record = read(plans_.folders.at(file.argument), file.slug, &*hashed);
  auto seen = record && inspect_ ? inspect_(file, body, *record ? &**record : nullptr)
                                 : std::function<void()>();
  auto planned = record.map([&](const auto& known) { return planned_of(file, *hashed, known); });
  return [this, planned = std::move(planned), seen = std::move(seen)]() mutable {
    add(std::move(planned));
    if (seen) seen();
    return Status();
  };
}

// A broken record must not hide problems of later bodies.
void Planner::add(Result<Planned> planned) {
  if (planned)
    plans_.plan.presets.push_back(*planned);
  else if (status_)
    status_ = fail(std::move(planned.error()));
}

Status Planner::add_orphans() {
  for (const auto& folder : std::set(plans_.folders.begin(), plans_.folders.end()))
    TRY(add_orphans_of(folder));
  return {};
}

Status Planner::add_orphans_of(const std::string& folder) {
  std::vector<std::string_view> known; // there may be 100,000, which a set would take more for
  known.reserve(plans_.files.size());
  for (const auto& file : plans_.files)
    known.emplace_back(file.slug);
  std::sort(known.begin(), known.end());
  const auto slugs = apply::list_slugs(folder, [&](std::string_view slug) {
    return !std::binary_search(known.begin(), known.end(), slug) && may_be_orphan(slug, folder);
  });
  if (!slugs) return fail(slugs.error());
  for (const auto& slug : *slugs) {
    TRY_ASSIGN(const auto record, read(folder, slug, nullptr));
    TRY_ASSIGN(const auto orphan, record ? is_orphan(*record, folder) : false);
    if (orphan) add_orphan(slug, *record);
  }
  return {};
}

// Only a folder, or a file whose name makes the end of the slug, can have been its file: the other
// records need not be read.
bool Planner::may_be_orphan(std::string_view slug, const std::string& folder) const {
  const auto& arguments = context_.invocation.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (plans_.folders[i] == folder &&
        (is_folder_[i] || slug.ends_with(body::preset_file(arguments[i], "").slug)))
      return true;
  return false;
}

Result<bool> Planner::is_orphan(const apply::Record& record, const std::string& folder) const {
  const auto& arguments = context_.invocation.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (plans_.folders[i] != folder) continue;
    if (record.file) {
      const auto& path = plans_.recorded_paths[i];
      if (path && apply::is_at_or_below(*record.file, *path)) return true;
      continue;
    }
    auto holds =
        apply::state_folder_of(where_, arguments[i]).and_then([&](const std::string& state) {
          return apply::holds_state(arguments[i], state);
        });
    if (!holds || *holds) return holds;
  }
  return false;
}

void Planner::add_orphan(const std::string& slug, const apply::Record& record) {
  auto orphan =
      apply::decide(record, record.last ? record.last->applied : record.pending->applied.back());
  orphan.slug = plans_.orphans.emplace_back(slug);
  orphan.action = Action::orphan;
  plans_.plan.presets.push_back(orphan);
}

// The system prompt last, because it is the longest.
std::vector<output::Change> changes_since(const Json& before, const body::Body& body) {
  auto changes = output::changes_between(before, body.json.value());
  for (auto& change : changes) {
    const bool may_be_prompt = change.path == "/messages";
    change.text_file =
        body::text_file_of(may_be_prompt ? "/messages/0/content" : change.path, body);
  }
  std::stable_partition(changes.begin(), changes.end(), [](const output::Change& change) {
    return !is_within(change.path, "/messages");
  });
  return changes;
}

// Each top-level member of a new body.
Result<std::vector<output::Change>> read_additions(const Planned& preset, const body::Body& body) {
  if (!is_planned(preset, body)) return fail(changed_meanwhile(std::string(preset.file)));
  return changes_since(Json::object(), body);
}

// Reads a file and its record a second time, and insists on what the plan was made from.
Result<std::vector<output::Change>> read_changes(const Planned& preset, const body::Body& body,
                                                 const std::optional<apply::Record>& record) {
  const bool is_as_planned = is_planned(preset, body) && record && record->last &&
                             apply::Hash(record->last->applied) == preset.applied;
  const auto before = is_as_planned ? parse_json(record->last->body, Reading::strict) : Json();
  if (!is_as_planned || !before) return fail(changed_meanwhile(std::string(preset.file)));
  return changes_since(*before, body);
}

// The data of the plans keeps its address when they are moved.
apply::FindChanges changes_in(const Plans& plans, const body::PresetReader& reader) {
  return [&reader, first = plans.plan.presets.data(), files = std::span(plans.files),
          folders = std::span(plans.folders), service = plans.plan.service,
          found = plans.found_changes](const Planned& preset) -> std::vector<output::Change> {
    const bool is_sent_again = preset.action == Action::update || preset.action == Action::retry;
    const bool is_new = preset.action == Action::create;
    if (!is_new && (!is_sent_again || !preset.applied)) return {};
    const auto& file = files[static_cast<std::size_t>(&preset - first)];
    auto changes = reader.read(file).and_then([&](const body::Body& body) {
      if (is_new) return read_additions(preset, body);
      return apply::read_record(folders[file.argument], {service, file.slug})
          .and_then([&](const auto& record) { return read_changes(preset, body, record); });
    });
    if (!changes && *found) *found = fail(changes.error());
    return changes.value_or(std::vector<output::Change>());
  };
}

// "prod (2 presets): support, triage; staging (1 preset): support".
std::string words_on_targets(const std::vector<apply::RecordedTarget>& targets) {
  constexpr std::size_t most = 5;
  std::vector<std::string> words;
  for (const auto& target : targets)
    words.push_back(fmt::format("{} ({}): {}", target.name, counted(target.slugs.size(), "preset"),
                                listed(target.slugs, most)));
  return listed(words, most, "; ");
}

std::string question_on_target(const std::string& asked,
                               const std::vector<apply::RecordedTarget>& targets) {
  std::vector<std::string> names;
  for (const auto& target : targets)
    names.push_back(target.name);
  const auto meant = nearest_word(asked, names);
  return meant.empty() ? std::string() : fmt::format("; did you mean --target {}?", meant);
}

// Whether somebody chose where the records are, which may be a slip.
template <class Setting>
bool is_chosen(const Context& context, Setting spec::SettingValues::*member) {
  const auto* value = config::find_value(context.service.settings, spec::setting_of(member).key);
  return value != nullptr && value->origin.kind != config::OriginKind::fallback;
}

} // namespace

std::vector<std::string> notes_on_place(const Context& context, const apply::Whereabouts& where,
                                        const std::vector<std::string>& paths) {
  std::set<std::string> notes;
  const bool has_folder = is_chosen(context, &spec::SettingValues::state);
  for (const auto& path : paths) {
    const auto folder = apply::state_folder_of(where, path);
    const auto kind = folder.and_then([](const auto& known) { return kind_of_file(known); });
    const auto targets =
        folder.and_then([](const auto& known) { return apply::list_targets(known); });
    if (!kind || !targets) continue; // reading the records reports it
    if (has_folder && *kind == FileKind::absent)
      notes.insert(
          fmt::format("there is no state folder {}: nothing was applied from there", *folder));
    const bool is_missing = std::ranges::none_of(
        *targets, [&](const auto& known) { return known.name == where.target; });
    if (is_missing && !targets->empty())
      notes.insert(fmt::format("no state for {} in {}; it has {}{}", where.target, *folder,
                               words_on_targets(*targets),
                               question_on_target(where.target, *targets)));
  }
  return {notes.begin(), notes.end()};
}

Result<Locks> lock_records(const Context& context) {
  TRY_ASSIGN(const auto where, whereabouts_of(context));
  for (const auto& argument : context.invocation.arguments)
    TRY(apply::check_not_searched(where, argument));
  TRY_ASSIGN(const auto folders, apply::target_folders_of(where, context.invocation.arguments));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
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
    TRY(apply::check_writable(folder));
  return {};
}

Status ask_for(const Context& context, const Question& question) {
  const auto& flags = context.invocation.flags;
  if (flags.yes) return {};
  if (flags.no_input || !context.input.is_terminal || !context.input.ask) {
    const auto* why = flags.no_input ? "--no-input is in effect" : "there is no terminal to ask on";
    return fail(Error::usage(
        fmt::format("{}, but {}; {}", question.purpose, why, question.otherwise), question.hint));
  }
  TRY_ASSIGN(const auto answer, context.input.ask(question.question + " [y/N] "));
  const auto word = lower_case(trimmed(answer));
  if (word == "y" || word == "yes") return {};
  return fail(with_http({.kind = ErrorKind::declined, .message = question.otherwise}, {}));
}

Result<apply::Whereabouts> whereabouts_of(const Context& context) {
  const auto host =
      config::require_base_url(context.service.settings).and_then([](const std::string& url) {
        return host_of(url);
      });
  if (!host) return fail(host.error());
  const auto& target = context.service.settings.target;
  return apply::Whereabouts{.folder = context.service.settings.state,
                            .target = target.empty() ? apply::target_of(*host) : target};
}

bool is_planned(const apply::Planned& preset, const body::Body& body) {
  const auto hashed = apply::hashed_body(body.json.text());
  return hashed && hashed->hash == preset.hash.text();
}

Error changed_meanwhile(const std::string& file) {
  return Error::usage(
      fmt::format("{} or its state file changed while the plan was made; nothing was sent", file),
      "run the command again");
}

Result<Plans> make_plan(const Context& context, const body::PresetReader& reader,
                        const InspectPreset& inspect) {
  Plans plans;
  TRY_ASSIGN(plans.plan.service, config::require_base_url(context.service.settings));
  TRY_ASSIGN(auto where, whereabouts_of(context));
  for (const auto& argument : context.invocation.arguments)
    TRY(apply::check_not_searched(where, argument));
  TRY_ASSIGN(auto files, body::find_preset_files(context.invocation.arguments,
                                                 context.invocation.flags.slug_prefix.value_or(""),
                                                 every_base(context)));
  plans.files = std::move(files);
  plans.plan.presets.reserve(plans.files.size());

  TRY_ASSIGN(plans.folders, apply::target_folders_of(where, context.invocation.arguments));
  plans.plan.target = where.target;
  plans.plan.slug_prefix = context.invocation.flags.slug_prefix.value_or("");
  plans.notes = notes_on_place(context, where, context.invocation.arguments);
  for (const auto& argument : context.invocation.arguments) {
    auto recorded = apply::state_folder_of(where, argument).and_then([&](const auto& state) {
      return apply::recorded_path(argument, state);
    });
    if (!recorded) return fail(std::move(recorded.error()));
    plans.recorded_paths.push_back(*std::move(recorded));
  }

  const auto activity = body::begin_checking(context.input, plans.files.size(), "the presets");
  Planner planner(context, std::move(where), inspect, plans);
  auto warnings = body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
    return planner.plan(file, body);
  });
  if (!warnings) return fail(std::move(warnings.error()));
  TRY(planner.finish());
  TRY(planner.add_orphans());
  apply::find_renames(plans.plan);
  plans.warnings = without_secrets(*std::move(warnings), context.service);
  plans.plan.changes_of = changes_in(plans, reader);
  return plans;
}

namespace {

// Reads the body again, because a plan keeps none. A change that comes from --base or from a flag
// has no line in the preset's file.
std::size_t line_of(const std::string& pointer, const body::PresetFile& file,
                    const body::PresetReader& reader) {
  const auto body = reader.read(file);
  if (!body) return 0;
  Problems changes(1);
  changes.front().path = pointer;
  body::place_problems(changes, *body);
  const auto& place = changes.front().place;
  return place && place->file == file.path ? place->line : 0;
}

output::GateResult fail_changed_result(const apply::Plan& plan) {
  const auto sent = apply::count_sent(plan);
  return {"fail-changed", true, sent == 0,
          sent == 0 ? "nothing would be sent" : counted(sent, "preset") + " would be sent"};
}

} // namespace

apply::PlanChecks checks_of(const Plans& plans, const Problems& warnings,
                            const body::PresetReader& reader, const Context& context) {
  apply::PlanChecks checks;
  const auto& flags = context.invocation.flags;
  if (flags.fail_changed) {
    checks.sent = output::CheckResult::failed;
    checks.gates.push_back(fail_changed_result(plans.plan));
  }
  if (flags.strict) checks.gates.push_back(output::strict_result(warnings.size()));
  checks.line_of = [&](std::size_t preset, const std::string& pointer) {
    return preset < plans.files.size() ? line_of(pointer, plans.files[preset], reader) : 0;
  };
  checks.warnings = warnings;
  return checks;
}

std::vector<std::string> notes_on(const Plans& plans) {
  std::vector<std::string> notes;
  if (apply::count_of(plans.plan, Action::unchanged) > 0)
    notes.emplace_back("unchanged: as last applied from here");
  if (apply::count_of(plans.plan, Action::create) > 0)
    notes.emplace_back("create: not applied from here yet; a slug that already exists on the "
                       "service gets a new version");
  notes.insert(notes.end(), plans.notes.begin(), plans.notes.end());
  return notes;
}

std::optional<Error> failure_of_changes(const apply::Plan& plan, const Context& context) {
  const auto sent = apply::count_sent(plan);
  if (sent == 0 || !context.invocation.flags.fail_changed) return std::nullopt;
  return with_http(Error::condition(fmt::format("{} would be sent, and --fail-changed is in effect",
                                                counted(sent, "preset"))),
                   {});
}

namespace {

std::optional<std::string> path_for_record(const Plans& plans, const Context& context,
                                           std::size_t index) {
  const auto& file = plans.files[index];
  const auto& argument = context.invocation.arguments[file.argument];
  const auto& path = plans.recorded_paths[file.argument];
  if (!path || file.path == argument) return path;
  std::string_view below = file.path;
  if (below.starts_with(argument)) below.remove_prefix(argument.size());
  below.remove_prefix(std::min(below.find_first_not_of('/'), below.size()));
  return path->empty() ? std::string(below) : fmt::format("{}/{}", *path, below);
}

} // namespace

std::optional<std::string> recorded_file(const Plans& plans, const Context& context,
                                         std::size_t index,
                                         const std::optional<apply::Record>& before) {
  auto path = path_for_record(plans, context, index);
  const bool may_be_kept =
      path && before && before->file && before->file->ends_with(fmt::format("/{}", *path));
  if (!may_be_kept) return path;
  const auto repository = absolute_path(plans.files[index].path).and_then(repository_of);
  return repository && !*repository ? before->file : path;
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

Result<KnownWorkspace> known_workspace(const Context& context, const Plans& plans) {
  const auto* target = config::chosen_target(context.service.settings.project);
  if (target != nullptr && !target->workspace.empty()) return target->workspace;
  const auto any = [](std::string_view) { return true; };
  for (const auto& folder : record_folders(plans)) {
    TRY_ASSIGN(const auto slugs, apply::list_slugs(folder, any));
    for (const auto& slug : slugs) {
      TRY_ASSIGN(auto record, apply::read_record(folder, {plans.plan.service, slug}));
      if (record && record->last && record->last->workspace_id)
        return std::move(record->last->workspace_id);
    }
  }
  return std::nullopt;
}

} // namespace mrctl::commands
