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

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".json";

// Far beyond any body that a service accepts.
constexpr std::size_t largest_record = std::size_t{256} << 20U;

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

  Result<std::vector<std::string>> list_slugs(const std::string& folder) const override {
    std::vector<std::string> slugs;
    TRY(visit_entries(folder, [&](const fs::directory_entry& entry) -> Status {
      const auto name = entry.path().filename().string();
      if (name.size() > ending.size() && name.ends_with(ending))
        slugs.push_back(name.substr(0, name.size() - ending.size()));
      return {};
    }));
    std::ranges::sort(slugs);
    return slugs;
  }

  Result<std::vector<RecordedTarget>> list_targets(const std::string& path) const override {
    TRY_ASSIGN(const auto state_folder, state_folder_of(path));
    std::vector<RecordedTarget> targets;
    TRY(visit_entries(state_folder, [&](const fs::directory_entry& entry) -> Status {
      std::error_code error;
      if (entry.symlink_status(error).type() != fs::file_type::directory) return {};
      TRY_ASSIGN(auto slugs, list_slugs(entry.path().string()));
      if (!slugs.empty()) targets.push_back({entry.path().filename().string(), std::move(slugs)});
      return {};
    }));
    std::ranges::sort(targets, {}, &RecordedTarget::name);
    return targets;
  }

  std::vector<std::string> notes_on(const std::string& target,
                                    const std::vector<std::string>& paths) const override {
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
  Result<std::unique_ptr<LockedRecords>> lock(const std::string&, const std::string& folder,
                                              const Locking&) const override {
    return lock_folder(folder);
  }

private:
  // A folder that does not exist has no entries.
  template <class Visit>
  static Status visit_entries(const std::string& folder, const Visit& visit) {
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error))
      TRY(visit(*at));
    if (!error || error == std::errc::no_such_file_or_directory) return {};
    return fail(unreadable(folder, error.value()));
  }

  std::string named_;
};

} // namespace

Result<std::optional<Record>> read_record(const TargetRecords& records, RecordOf preset,
                                          const Hashed* known) {
  TRY_ASSIGN(const auto text, records.store->read(records.folder, preset.slug));
  if (!text) return std::nullopt;
  return parse_record(*text, record_path(records.folder, preset.slug), preset, known);
}

std::string note_on_target(const std::string& target, std::string_view place,
                           const std::vector<RecordedTarget>& targets) {
  constexpr std::size_t most_named = 5;
  if (targets.empty() || contains(targets, target, &RecordedTarget::name)) return {};
  const auto words = mapped(targets, [](const auto& each) { // "prod (2 presets): support, triage"
    return fmt::format("{} ({}): {}", each.name, counted(each.slugs.size(), "preset"),
                       listed(each.slugs, most_named));
  });
  const auto near = nearest_word(target, mapped(targets, &RecordedTarget::name));
  return fmt::format("no state for {} in {}; it has {}{}", target, place,
                     listed(words, most_named, "; "),
                     near.empty() ? "" : fmt::format("; did you mean --target {}?", near));
}

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
