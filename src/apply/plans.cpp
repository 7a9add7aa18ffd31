#include "mrctl/apply/plans.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/stored_comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// What shows that two presets are the same under different names.
struct Likeness {
  std::string model;
  std::string prompt;
};

Likeness likeness_of(const JsonText& body) {
  const auto model = find_member(body.root(), "model");
  return {model ? std::string(model->text()) : "", body::system_text_of(body)};
}

// Returns whether the models are equal, and more than half of the lines of the longer prompt.
bool are_alike(const Likeness& one, const Likeness& other) {
  if (one.model.empty() || one.model != other.model) return false;
  auto lines = lines_in(one.prompt);
  auto others = lines_in(other.prompt);
  const auto most = std::max(lines.size(), others.size());
  std::ranges::sort(lines);
  std::ranges::sort(others);
  std::vector<std::string_view> common;
  std::ranges::set_intersection(lines, others, std::back_inserter(common));
  return common.size() * 2 > most;
}

class Planner {
public:
  Planner(const body::PresetReader& reader, const InspectPreset& inspect, Plans& plans)
      : reader_(reader), inspect_(inspect), plans_(plans) {
    for (const auto& [path, folder, recorded] : plans.paths)
      ends_.push_back(body::is_folder(path) ? "" : body::preset_file(path, "").slug);
  }

  // Plans the preset of one file. Several threads may call it at once.
  [[nodiscard]] body::FinishVisit plan(const body::PresetFile& file, const body::Body& body) {
    auto hashed = hashed_body(body.json.text());
    if (!hashed) {
      auto error = std::move(hashed.error());
      error.message = fmt::format("{}: {}", file.path, error.message);
      return [error = std::move(error)] { return Status(fail(error)); };
    }
    const auto record = read(plans_.records_of(file), file.slug, &*hashed);
    auto seen = record && inspect_ ? inspect_(file, body, *record ? &**record : nullptr)
                                   : std::function<void()>();
    auto planned = record.map([&](const auto& known) {
      auto decided = decide(known, hashed->hash);
      decided.slug = file.slug;
      decided.file = file.path;
      if (is_sent(decided.action)) reader_.keep(file, body);
      return decided;
    });
    return [this, planned = std::move(planned), seen = std::move(seen)]() mutable {
      // A broken record must not hide problems of later bodies.
      if (planned)
        plans_.plan.presets.push_back(*planned);
      else if (status_)
        status_ = fail(std::move(planned.error()));
      if (seen) seen();
      return Status();
    };
  }

  // Returns the first failure to read a record.
  [[nodiscard]] Status finish() { return std::move(status_); }

  Status add_orphans() {
    std::vector<std::string_view> known; // there may be 100,000, which a set would take more for
    known.reserve(plans_.files.size());
    for (const auto& file : plans_.files)
      known.emplace_back(file.slug);
    std::ranges::sort(known);
    std::set<std::string> folders;
    for (const auto& path : plans_.paths)
      folders.insert(path.folder);
    for (const auto& folder : folders) {
      const auto records = plans_.where.records_in(folder);
      TRY_ASSIGN(const auto slugs, plans_.where.store->list_slugs(folder));
      for (const auto& slug : slugs) {
        if (std::ranges::binary_search(known, slug) || !may_be_orphan(slug, folder)) continue;
        TRY_ASSIGN(const auto record, read(records, slug, nullptr));
        TRY_ASSIGN(const auto orphan, record ? is_orphan(*record, folder) : false);
        if (orphan && without_refused(record)) add_orphan(slug, *record);
      }
    }
    return {};
  }

  // Names in each new preset the only orphan that is like it, where that is like no other.
  void find_rewritten() {
    std::erase_if(likely_, [&](const auto& orphan) {
      return std::ranges::any_of(plans_.plan.presets, [&](const PlannedPreset& planned) {
        return planned.renamed_from == orphan.first;
      });
    });
    if (likely_.empty() || likely_.size() > most_compared) return;
    std::vector<std::pair<PlannedPreset*, Likeness>> created;
    for (std::size_t i = 0; i < plans_.files.size() && created.size() <= most_compared; ++i) {
      auto& planned = plans_.plan.presets[i];
      if (planned.action != Action::create || !planned.renamed_from.empty()) continue;
      if (const auto body = reader_.read(plans_.files[i]))
        created.emplace_back(&planned, likeness_of(body->json));
    }
    if (created.size() > most_compared) return;
    for (const auto& orphan : likely_) {
      const auto is_like = [&](const auto& other) {
        return are_alike(orphan.second, other.second);
      };
      const auto found = std::ranges::find_if(created, is_like);
      if (std::ranges::count_if(created, is_like) != 1 || !found->first->renamed_from.empty())
        continue;
      found->first->renamed_from = orphan.first;
      found->first->is_rewritten = true;
    }
  }

private:
  // The most orphans and new presets, which are all compared with each other.
  static constexpr std::size_t most_compared = 20;

  // Returns whether a record may be of a file that is gone. Only a folder, or a file whose name
  // makes the end of the slug, can have been its file: the other records need not be read.
  [[nodiscard]] bool may_be_orphan(std::string_view slug, const std::string& folder) const {
    for (std::size_t i = 0; i < ends_.size(); ++i)
      if (plans_.paths[i].folder == folder && slug.ends_with(ends_[i])) return true;
    return false;
  }

  [[nodiscard]] Result<bool> is_orphan(const Record& record, const std::string& folder) const {
    for (const auto& path : plans_.paths) {
      if (path.folder != folder) continue;
      if (record.file) {
        if (path.recorded && is_at_or_below(*record.file, *path.recorded)) return true;
        continue;
      }
      auto holds = plans_.where.store->state_folder_of(path.path).and_then(
          [&](const std::string& state) { return holds_state(path.path, state); });
      if (!holds || *holds) return holds;
    }
    return false;
  }

  void add_orphan(const std::string& slug, const Record& record) {
    auto orphan =
        decide(record, record.last ? record.last->applied : record.pending->applied.back());
    orphan.slug = plans_.orphans.emplace_back(slug);
    orphan.action = Action::orphan;
    plans_.plan.presets.push_back(orphan);
    if (!record.last || likely_.size() > most_compared) return;
    likely_.emplace_back(orphan.slug, likeness_of(JsonText(SharedText(record.last->body))));
  }

  [[nodiscard]] Result<std::optional<Record>>
  read(const TargetRecords& records, std::string_view slug, const Hashed* known) const {
    return read_record(records, {plans_.plan.service, slug}, known).map_error([](Error error) {
      error.message += "; nothing was sent";
      return error;
    });
  }

  const body::PresetReader& reader_;
  const InspectPreset& inspect_;
  Plans& plans_;
  std::vector<std::string> ends_;                             // of the slugs of each path's presets
  std::vector<std::pair<std::string_view, Likeness>> likely_; // orphans, one more than are compared
  Status status_{};
};

std::optional<std::string> path_for_record(const Plans& plans, std::size_t index) {
  const auto& file = plans.files[index];
  const auto& [argument, folder, recorded] = plans.paths[file.argument];
  if (!recorded || file.path == argument) return recorded;
  std::string_view below = file.path;
  if (below.starts_with(argument)) below.remove_prefix(argument.size());
  below.remove_prefix(std::min(below.find_first_not_of('/'), below.size()));
  return recorded->empty() ? std::string(below) : fmt::format("{}/{}", *recorded, below);
}

constexpr std::string_view beginning = "Plan:";

// Returns the words behind "Plan:", one list for each such line.
std::vector<std::vector<std::string_view>> plan_lines(std::string_view message) {
  std::vector<std::vector<std::string_view>> lines;
  for (const auto line : lines_in(message)) {
    if (!line.starts_with(beginning)) continue;
    auto& words = lines.emplace_back();
    for (const auto word : split(line.substr(beginning.size()), ' '))
      if (const auto bare = trimmed(word); !bare.empty()) words.push_back(bare);
  }
  return lines;
}

bool looks_like_a_fingerprint(std::string_view word) {
  constexpr std::size_t shortest = 8;
  const auto begin = word.find_first_not_of("`'\"*");
  if (begin == std::string_view::npos) return false;
  word = word.substr(begin, word.find_last_not_of("`'\"*,.") - begin + 1);
  return word.size() >= shortest &&
         word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Quotes the line that was probably meant, and says what is wrong in it.
std::string words_on_meant_line(std::string_view message, std::string_view target) {
  const auto wrong_in = [&](std::string_view line, std::string_view bare) -> std::string_view {
    if (bare.size() != line.size())
      return "it must begin with 'Plan:', without a list or quotation";
    if (!equal_ignoring_case(bare.substr(0, beginning.size()), beginning))
      return "'Plan' needs a colon";
    if (!bare.starts_with(beginning)) return "'Plan:' begins with a capital letter";
    const auto last = after_last(bare, " ");
    if (last.find_first_of("`'\"*") != std::string_view::npos)
      return "leave out the quotation marks";
    if (!kind_of(Takes::fingerprint).holds(last))
      return "a fingerprint has 40 hexadecimal digits in lower case";
    return split(trimmed(bare.substr(beginning.size())), ' ').front() == target
               ? "it must end after the fingerprint"
               : "it names another target";
  };
  for (const auto whole : lines_in(message)) {
    const auto line = trimmed(whole);
    const auto bare = line.substr(std::min(line.find_first_of("pP"), line.size()));
    if (equal_ignoring_case(bare.substr(0, 4), "plan") &&
        std::ranges::any_of(split(bare, ' '), looks_like_a_fingerprint))
      return fmt::format(": of '{}', {}", abbreviated(line, 100), wrong_in(line, bare));
  }
  return {};
}

} // namespace

Result<Plans> make_plan(RecordsPlace where, const std::vector<std::string>& bases,
                        const body::PresetReader& reader, const body::Input& input,
                        const InspectPreset& inspect) {
  const auto& paths = reader.invocation().arguments;
  Plans plans;
  plans.plan.service = where.service;
  plans.plan.target = where.target;
  plans.where = std::move(where);
  plans.plan.slug_prefix = reader.invocation().flags.slug_prefix.value_or("");
  plans.plan.may_share_changes =
      !reader.invocation().flags.base.empty() || !reader.invocation().body_flags.empty();
  const auto& store = *plans.where.store;
  TRY(store.check_not_searched(paths));
  TRY_ASSIGN(plans.files, body::find_preset_files(paths, plans.plan.slug_prefix, bases));
  plans.plan.presets.reserve(plans.files.size());

  TRY_ASSIGN(const auto folders, store.folders_of(plans.where.target, paths));
  plans.notes = store.notes_on(plans.where.target, paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    TRY_ASSIGN(const auto state, store.state_folder_of(paths[i]));
    TRY_ASSIGN(auto recorded, recorded_path(paths[i], state));
    plans.paths.push_back({paths[i], folders[i], std::move(recorded)});
  }
  for (const auto& file : plans.files)
    plans.folders.insert(plans.folder_of(file));

  const auto activity = body::begin_checking(input, plans.files.size(), "the presets");
  Planner planner(reader, inspect, plans);
  TRY_ASSIGN(plans.warnings,
             body::visit_presets(plans.files, reader, [&](const auto& file, const auto& body) {
               return planner.plan(file, body);
             }));
  TRY(planner.finish());
  TRY(planner.add_orphans());
  find_renames(plans.plan);
  planner.find_rewritten();
  plans.plan.changes_of = changes_in(plans, reader);
  return plans;
}

PlanChecks checks_of(const Plans& plans, const Problems& warnings, const body::PresetReader& reader,
                     const spec::FlagValues& flags) {
  PlanChecks checks;
  const auto fails_on = [&](std::string_view condition) {
    return contains(flags.fail_on, condition);
  };
  if (fails_on(spec::fail_on_changed)) {
    const auto sent = count_sent(plans.plan);
    checks.sent = output::CheckResult::failed;
    checks.gates.push_back(
        {"fail-on", std::string(spec::fail_on_changed), sent == 0,
         sent == 0 ? "nothing would be sent" : counted(sent, "preset") + " would be sent"});
  }
  if (fails_on(spec::fail_on_drift)) {
    const auto drift = words_on_drift(plans.plan);
    checks.gates.push_back({"fail-on", std::string(spec::fail_on_drift), drift.empty(),
                            drift.empty() ? "no preset was changed elsewhere or is gone" : drift});
  }
  if (flags.strict) checks.gates.push_back(output::strict_result(warnings.size()));
  // Reads the body again, because a plan keeps none. A change that comes from --base or from a flag
  // has no line in the preset's file.
  checks.line_of = [&](std::size_t preset, const std::string& pointer) -> std::size_t {
    if (preset >= plans.files.size()) return 0;
    const auto& file = plans.files[preset];
    const auto body = reader.read(file);
    if (!body) return 0;
    Problems changes(1);
    changes.front().path = pointer;
    body::place_problems(changes, *body);
    const auto& place = changes.front().place;
    return place && place->file == file.path ? place->line : 0;
  };
  checks.warnings = warnings;
  return checks;
}

SendingPlan sending_plan_of(const Plans& plans) {
  if (plans.agreed) return *plans.agreed;
  if (!plans.where.store->announces()) return {};
  return {.fingerprint = fingerprint_of(plans.plan)};
}

std::string words_on_drift(const Plan& plan) {
  std::vector<std::string> words;
  if (const auto drifted = count_of(plan, LiveState::drifted); drifted > 0)
    words.push_back(counted(drifted, "preset") + " changed elsewhere");
  if (const auto gone = count_of(plan, LiveState::gone); gone > 0)
    words.push_back((words.empty() ? counted(gone, "preset") : std::to_string(gone)) + " gone");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> notes_on(const Plans& plans) {
  auto notes = plans.notes;
  const bool are_first =
      plans.where.store->announces(); // the first may say that there is no such branch
  if (!plans.plan.is_live && count_of(plans.plan, Action::unchanged) > 0)
    notes.emplace(are_first ? notes.end() : notes.begin(),
                  "unchanged: same as the last apply recorded here");
  return notes;
}

std::optional<std::string> recorded_file(const Plans& plans, std::size_t index,
                                         const std::optional<Record>& before) {
  auto path = path_for_record(plans, index);
  const bool may_be_kept =
      path && before && before->file && before->file->ends_with(fmt::format("/{}", *path));
  if (!may_be_kept) return path;
  const auto repository = absolute_path(plans.files[index].path).and_then(repository_of);
  return repository && !*repository ? before->file : path;
}

Result<std::optional<std::string>> recorded_workspace(const std::string& service,
                                                      const std::vector<TargetRecords>& places) {
  for (const auto& records : places) {
    TRY_ASSIGN(const auto slugs, records.store->list_slugs(records.folder));
    for (const auto& slug : slugs) {
      TRY_ASSIGN(auto record, read_record(records, {service, slug}));
      if (record && record->last && record->last->workspace_id)
        return std::move(record->last->workspace_id);
    }
  }
  return std::nullopt;
}

Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                std::string_view commit) {
  message = message.substr(0, message.find('\0')); // where git and people stop reading
  std::set<std::string_view> found;
  for (const auto& words : plan_lines(message)) {
    if (words.empty() || !kind_of(Takes::fingerprint).holds(words.back())) continue;
    if (words.size() == 1 || (words.size() == 2 && words.front() == target))
      found.insert(words.back());
  }
  if (found.size() == 1) return std::string(*found.begin());
  const auto why = found.empty() ? fmt::format("has no line 'Plan: {} FINGERPRINT'{}", target,
                                               words_on_meant_line(message, target))
                                 : fmt::format("names two plans for {}: {} and {}", target,
                                               *found.begin(), *found.rbegin());
  return fail(Error::conflict(
      fmt::format("the message of {} {}; nothing was sent", commit, why),
      "'mrctl preset check' prints the line; the message of the merge commit must have "
      "it. 'mrctl preset plan' shows the plan, and '--plan FINGERPRINT' applies it"));
}

Result<std::optional<RestOfPlan>> rest_of_plan(const Plans& plans, const std::string& agreed,
                                               const std::string& source) {
  TRY_ASSIGN(const bool may_go_on,
             plans.where.store->may_go_on_with({plans.plan.target, agreed, source}));
  if (!may_go_on) return std::nullopt;
  std::optional<std::int64_t> of; // the largest count in the records, of which older ones have none
  std::int64_t left = 0;
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    if (!is_sent(planned.action)) continue;
    const auto& file = plans.files[i];
    TRY_ASSIGN(const auto record,
               read_record(plans.records_of(file), {plans.plan.service, file.slug}));
    const bool is_of_plan = record && record->pending && record->pending->plan == agreed &&
                            contains(record->pending->applied, planned.hash.text());
    if (!is_of_plan) return std::nullopt;
    of = std::max(of, record->pending->of);
    ++left;
  }
  if (of && *of < left) of.reset();
  return RestOfPlan{.plan = {.fingerprint = agreed, .of = of},
                    .sentence = fmt::format("goes on with plan {}: {}{} left", agreed, left,
                                            of ? fmt::format(" of {}", *of) : "")};
}

} // namespace mrctl::apply
