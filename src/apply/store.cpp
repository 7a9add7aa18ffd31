#include "mrctl/apply/store.hpp"

#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

namespace mrctl::apply {

namespace {

constexpr std::string_view ending = ".json";

// Far beyond any body that a service accepts.
constexpr std::size_t largest_record = std::size_t{256} << 20U;

} // namespace

Result<std::optional<Record>> read_record(const TargetRecords& records, RecordOf preset,
                                          const Hashed* known) {
  const auto path = record_path(records.folder, preset.slug);
  TRY_ASSIGN(const auto text, records.branch != nullptr
                                  ? records.branch->read(records.folder, preset.slug)
                                  : read_own_file(path, largest_record));
  if (!text) return std::nullopt;
  TRY_ASSIGN(auto record, parse_record(*text, path, preset, known));
  return record;
}

Result<std::vector<std::string>>
list_slugs(const TargetRecords& records,
           const std::function<bool(std::string_view slug)>& is_wanted) {
  namespace fs = std::filesystem;
  std::vector<std::string> slugs;
  if (records.branch != nullptr) {
    for (const auto& [slug, object] : records.branch->target_of(records.folder).records)
      if (is_wanted(slug)) slugs.push_back(slug);
    return slugs;
  }
  const auto& target_folder = records.folder;
  std::error_code error;
  for (auto at = fs::directory_iterator(target_folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    const auto name = at->path().filename().string();
    if (name.size() <= ending.size() || !name.ends_with(ending)) continue;
    const auto slug = std::string_view(name).substr(0, name.size() - ending.size());
    if (is_wanted(slug)) slugs.emplace_back(slug);
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(unreadable(target_folder, error.value()));
  std::ranges::sort(slugs);
  return slugs;
}

Result<std::vector<RecordedTarget>> list_targets(const std::string& state_folder) {
  namespace fs = std::filesystem;
  std::vector<RecordedTarget> targets;
  std::error_code error;
  for (auto at = fs::directory_iterator(state_folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    if (at->symlink_status(error).type() != fs::file_type::directory) continue;
    auto slugs = list_slugs(at->path().string(), [](std::string_view) { return true; });
    if (!slugs) return fail(slugs.error());
    if (!slugs->empty()) targets.push_back({at->path().filename().string(), *std::move(slugs)});
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(unreadable(state_folder, error.value()));
  std::ranges::sort(targets, {}, &RecordedTarget::name);
  return targets;
}

Result<std::vector<RecordedTarget>> list_targets(const Whereabouts& where,
                                                 const std::string& path) {
  if (!where.branch)
    return state_folder_of(where, path).and_then([](const std::string& folder) {
      return list_targets(folder);
    });
  std::vector<RecordedTarget> targets;
  for (const auto& [name, target] : where.branch->tree().targets) {
    if (target.records.empty()) continue;
    auto& listed = targets.emplace_back(RecordedTarget{name, {}});
    for (const auto& [slug, object] : target.records)
      listed.slugs.push_back(slug);
  }
  return targets;
}

namespace {

// "prod (2 presets): support, triage; staging (1 preset): support".
std::string words_on_targets(const std::vector<RecordedTarget>& targets) {
  constexpr std::size_t most = 5;
  std::vector<std::string> words;
  for (const auto& target : targets)
    words.push_back(fmt::format("{} ({}): {}", target.name, counted(target.slugs.size(), "preset"),
                                listed(target.slugs, most)));
  return listed(words, most, "; ");
}

std::string question_on_target(const std::string& asked,
                               const std::vector<RecordedTarget>& targets) {
  std::vector<std::string> names;
  for (const auto& target : targets)
    names.push_back(target.name);
  const auto meant = nearest_word(asked, names);
  return meant.empty() ? std::string() : fmt::format("; did you mean --target {}?", meant);
}

void add_missing_target(std::set<std::string>& notes, const Whereabouts& where,
                        const std::string& place, const std::vector<RecordedTarget>& targets) {
  const bool is_there = contains(targets, where.target, &RecordedTarget::name);
  if (is_there || targets.empty()) return;
  notes.insert(fmt::format("no state for {} in {}; it has {}{}", where.target, place,
                           words_on_targets(targets), question_on_target(where.target, targets)));
}

std::vector<std::string> notes_on_branch(const Whereabouts& where) {
  const auto& branch = *where.branch;
  std::set<std::string> notes;
  if (const auto note = branch.note_on_absence()) notes.insert(*note);
  if (const auto targets = list_targets(where, {}))
    add_missing_target(notes, where, branch.name(), *targets);
  if (branch.use() != BranchUse::reading)
    return {notes.begin(), notes.end()}; // it took the lease over, or fails
  const auto lease = branch.lease_of(branch.tree().target(where.target), where.target);
  if (lease && *lease)
    notes.insert(fmt::format("an apply of {} {}: {}", where.target,
                             is_held(**lease, time_now()) ? "is running" : "did not finish",
                             words_on(**lease)));
  return {notes.begin(), notes.end()};
}

} // namespace

std::vector<std::string> notes_on_place(const Whereabouts& where,
                                        const std::vector<std::string>& paths) {
  if (where.branch) return notes_on_branch(where);
  std::set<std::string> notes;
  for (const auto& path : paths) {
    const auto folder = state_folder_of(where, path);
    const auto kind = folder.and_then([](const auto& known) { return kind_of_file(known); });
    const auto targets = folder.and_then([](const auto& known) { return list_targets(known); });
    if (!kind || !targets) continue; // reading the records reports it
    if (!where.folder.empty() && *kind == FileKind::absent)
      notes.insert(
          fmt::format("there is no state folder {}: nothing was applied from there", *folder));
    add_missing_target(notes, where, *folder, *targets);
  }
  return {notes.begin(), notes.end()};
}

namespace {

VersionNote made_anew() {
  return {VersionFinding::made_anew,
          "the preset was created anew since it was last applied from here, or "
          "the service does not number versions consecutively"};
}

VersionNote foreign(std::int64_t count) {
  return {VersionFinding::foreign,
          count == 1 ? "1 version was probably made elsewhere"
                     : fmt::format("{} versions were probably made elsewhere", count)};
}

bool is_another(const std::optional<Record>& before, const Identity& answer) {
  const bool is_known = before && before->last && before->last->preset_id && answer.preset_id;
  return is_known && *before->last->preset_id != *answer.preset_id;
}

VersionNote after_a_loss(const Pending& pending, std::int64_t between, std::string_view applied) {
  if (between == 0)
    return {VersionFinding::lost_vanished,
            "the lost request did not arrive: this is the only version"};
  if (between > static_cast<std::int64_t>(pending.applied.size())) return foreign(between);
  const bool is_same = std::ranges::all_of(
      pending.applied, [&](const std::string& hash) { return hash == applied; });
  return {VersionFinding::lost_arrived,
          is_same ? "the lost request did arrive: two versions hold this body"
                  : "the lost request did arrive: its body was live for a while"};
}

VersionNote without_record(std::int64_t version) {
  if (version <= 1) return {};
  return {VersionFinding::existed,
          fmt::format("the slug existed already: this is its version {}", version)};
}

} // namespace

VersionNote read_version(const std::optional<Record>& before, const Identity& answer,
                         std::string_view applied) {
  if (is_another(before, answer)) return made_anew();
  if (!answer.version)
    return {VersionFinding::unknown, "the service did not say which version this is"};
  const auto version = *answer.version;
  if (!before) return without_record(version);
  // Before the first answer, no version is known.
  const auto known = before->last ? before->last->version : std::int64_t{0};
  if (!known) return {};
  if (version <= *known) return made_anew();
  const auto between = version - *known - 1;
  if (before->pending) {
    const auto note = after_a_loss(*before->pending, between, applied);
    return note.is_suspicious() && !before->last ? without_record(version) : note;
  }
  return between == 0 ? VersionNote{} : foreign(between);
}

} // namespace mrctl::apply
