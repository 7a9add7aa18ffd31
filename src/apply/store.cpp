#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

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

namespace {

// "prod (2 presets): support, triage; staging (1 preset): support".
std::string words_on_targets(const std::vector<RecordedTarget>& targets) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> words;
  for (const auto& target : targets)
    words.push_back(fmt::format("{} ({}): {}", target.name, counted(target.slugs.size(), "preset"),
                                listed(target.slugs, most_named)));
  return listed(words, most_named, "; ");
}

std::string question_on_target(const std::string& asked,
                               const std::vector<RecordedTarget>& targets) {
  const auto names = mapped(targets, [](const auto& target) { return target.name; });
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
  Result<std::vector<std::string>> list_slugs(const std::string& folder) const override;
  Result<std::vector<RecordedTarget>> list_targets(const std::string& path) const override;
  std::vector<std::string> notes_on(const std::string& target,
                                    const std::vector<std::string>& paths) const override;
  Result<std::unique_ptr<LockedRecords>> lock(const std::string&, const std::string& folder,
                                              const Locking&) const override {
    return lock_folder(folder);
  }

private:
  std::string named_;
};

Result<std::vector<std::string>> FolderStore::list_slugs(const std::string& folder) const {
  namespace fs = std::filesystem;
  std::vector<std::string> slugs;
  std::error_code error;
  for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    const auto name = at->path().filename().string();
    if (name.size() <= ending.size() || !name.ends_with(ending)) continue;
    slugs.push_back(name.substr(0, name.size() - ending.size()));
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(unreadable(folder, error.value()));
  std::ranges::sort(slugs);
  return slugs;
}

Result<std::vector<RecordedTarget>> FolderStore::list_targets(const std::string& path) const {
  TRY_ASSIGN(const auto state_folder, state_folder_of(path));
  namespace fs = std::filesystem;
  std::vector<RecordedTarget> targets;
  std::error_code error;
  for (auto at = fs::directory_iterator(state_folder, error);
       !error && at != fs::directory_iterator(); at.increment(error)) {
    if (at->symlink_status(error).type() != fs::file_type::directory) continue;
    auto slugs = list_slugs(at->path().string());
    if (!slugs) return fail(slugs.error());
    if (!slugs->empty()) targets.push_back({at->path().filename().string(), *std::move(slugs)});
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(unreadable(state_folder, error.value()));
  std::ranges::sort(targets, {}, &RecordedTarget::name);
  return targets;
}

std::vector<std::string> FolderStore::notes_on(const std::string& target,
                                               const std::vector<std::string>& paths) const {
  std::set<std::string> notes;
  for (const auto& path : paths) {
    const auto folder = state_folder_of(path);
    const auto kind = folder.and_then([](const auto& known) { return kind_of_file(known); });
    const auto targets = list_targets(path);
    if (!kind || !targets) continue; // reading the records reports it
    if (!named_.empty() && *kind == FileKind::absent)
      notes.insert(fmt::format("no records: {} does not exist", *folder));
    if (auto note = note_on_target(target, *folder, *targets); !note.empty())
      notes.insert(std::move(note));
  }
  return {notes.begin(), notes.end()};
}

} // namespace

std::shared_ptr<const RecordStore> records_in_folders(std::string named) {
  return std::make_shared<const FolderStore>(std::move(named));
}

Result<Locks> lock_records(const RecordsPlace& where, const std::vector<std::string>& paths,
                           const Locking& how) {
  TRY(where.store->check_not_searched(paths));
  TRY_ASSIGN(const auto folders, where.store->folders_of(where.target, paths));
  TRY(where.store->check_not_forgotten(where.target, paths).map_error([](Error error) {
    error.message += "; nothing was sent";
    return error;
  }));
  Locks locks;
  for (const auto& folder : std::set(folders.begin(), folders.end())) {
    auto lock = where.store->lock(where.target, folder, how);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind != ErrorKind::internal)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Locks& locks, const std::set<std::string>& folders) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : folders)
    TRY(locks.held.at(folder)->check_writable());
  return {};
}

Status write_record(LockedRecords& folder, std::string_view slug,
                    const std::optional<Record>& record) {
  return folder.replace_record(slug, record ? std::optional(record_text(*record)) : std::nullopt);
}

Status RecordTransaction::put(LockedRecords& folder, const std::optional<Record>& before,
                              const std::optional<Record>& after) {
  const auto& slug = before ? before->slug : after->slug;
  auto written = write_record(folder, slug, after);
  if (written)
    done_.push_back({&folder, slug, before});
  else
    undo();
  return written;
}

void RecordTransaction::undo() {
  for (const auto& done : done_)
    if (!write_record(*done.folder, done.slug, done.before)) break;
  done_.clear();
}

} // namespace mrctl::apply
