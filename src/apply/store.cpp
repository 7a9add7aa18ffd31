#include "mrctl/apply/store.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/locked_folder.hpp"
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
  TRY_ASSIGN(const auto text, records.store->read(records.folder, preset.slug));
  if (!text) return std::nullopt;
  TRY_ASSIGN(auto record,
             parse_record(*text, record_path(records.folder, preset.slug), preset, known));
  return record;
}

Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted) {
  namespace fs = std::filesystem;
  std::vector<std::string> slugs;
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

} // namespace

std::string note_on_target(const std::string& target, std::string_view place,
                           const std::vector<RecordedTarget>& targets) {
  if (targets.empty() || contains(targets, target, &RecordedTarget::name)) return {};
  return fmt::format("no state for {} in {}; it has {}{}", target, place, words_on_targets(targets),
                     question_on_target(target, targets));
}

namespace {

class FolderStore final : public RecordStore {
public:
  explicit FolderStore(std::string named) : named_(std::move(named)) {}

  Result<std::string> state_folder_of(const std::string& path) const override {
    return apply::state_folder_of(named_, path);
  }
  Result<std::vector<std::string>>
  folders_of(const std::string& target, const std::vector<std::string>& paths) const override {
    return target_folders_of(named_, target, paths);
  }
  Status check_not_searched(const std::vector<std::string>& paths) const override {
    for (const auto& path : paths)
      TRY(apply::check_not_searched(named_, path));
    return {};
  }
  Result<std::optional<std::string>> read(const std::string& folder,
                                          std::string_view slug) const override {
    return read_own_file(record_path(folder, slug), largest_record);
  }
  Result<std::vector<std::string>>
  list_slugs(const std::string& folder,
             const std::function<bool(std::string_view slug)>& is_wanted) const override {
    return apply::list_slugs(folder, is_wanted);
  }
  Result<std::vector<RecordedTarget>> list_targets(const std::string& path) const override {
    TRY_ASSIGN(const auto folder, state_folder_of(path));
    return apply::list_targets(folder);
  }
  std::vector<std::string> notes_on(const std::string& target,
                                    const std::vector<std::string>& paths) const override;
  Result<std::unique_ptr<LockedRecords>> lock(const std::string&, const std::string& folder,
                                              const Locking&) const override {
    return lock_folder(folder);
  }

private:
  std::string named_;
};

std::vector<std::string> FolderStore::notes_on(const std::string& target,
                                               const std::vector<std::string>& paths) const {
  std::set<std::string> notes;
  for (const auto& path : paths) {
    const auto folder = state_folder_of(path);
    const auto kind = folder.and_then([](const auto& known) { return kind_of_file(known); });
    const auto targets = list_targets(path);
    if (!kind || !targets) continue; // reading the records reports it
    if (!named_.empty() && *kind == FileKind::absent)
      notes.insert(
          fmt::format("there is no state folder {}: nothing was applied from there", *folder));
    if (auto note = note_on_target(target, *folder, *targets); !note.empty())
      notes.insert(std::move(note));
  }
  return {notes.begin(), notes.end()};
}

} // namespace

std::shared_ptr<const RecordStore> records_in_folders(std::string named) {
  return std::make_shared<const FolderStore>(std::move(named));
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
