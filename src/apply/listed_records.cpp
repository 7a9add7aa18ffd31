#include "mrctl/apply/listed_records.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/json/writer.hpp"
#include "mrctl/output/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// The slugs of the presets at a path, of which records without a file may be.
class PresetsAt {
public:
  explicit PresetsAt(std::string path) : path_(std::move(path)) {}

  // A slug may have a prefix that the files do not know.
  bool hold(std::string_view slug) {
    if (!files_) files_ = body::find_preset_files({path_}, "", {}).value_or(Files());
    return std::ranges::any_of(
        *files_, [&](const body::PresetFile& file) { return slug.ends_with(file.slug); });
  }

private:
  using Files = std::vector<body::PresetFile>;
  std::string path_;
  std::optional<Files> files_{};
};

// Returns the folders of the chosen target, or of all, by their names.
Result<std::map<std::string, std::string>> folders_of(const RecordsPlace& where,
                                                      const std::string& path) {
  std::vector<std::string> names{where.target};
  if (where.target.empty()) {
    TRY_ASSIGN(const auto known, where.store->list_targets(path));
    names.clear();
    for (const auto& target : known)
      names.push_back(target.name);
  }
  std::map<std::string, std::string> targets;
  for (const auto& name : names) {
    TRY_ASSIGN(const auto folders, where.store->folders_of(name, {path}));
    targets.emplace(name, folders.front());
  }
  return targets;
}

} // namespace

Result<ListedRecords> records_at(const RecordsPlace& where, const std::string& path) {
  TRY_ASSIGN(const auto state, where.store->state_folder_of(path));
  TRY_ASSIGN(const auto targets, folders_of(where, path));
  TRY_ASSIGN(const auto recorded, recorded_path(path, state));
  TRY_ASSIGN(const auto holds, holds_state(path, state));
  ListedRecords records;
  PresetsAt presets(path);
  for (const auto& [target, folder] : targets) {
    TRY_ASSIGN(const auto slugs,
               where.store->list_slugs(folder, [](std::string_view) { return true; }));
    for (const auto& slug : slugs) {
      TRY_ASSIGN(auto record, read_record(where.records_in(folder), {"", slug}));
      if (!record) continue;
      const auto& file = record->file;
      const bool is_wanted =
          file ? recorded && is_at_or_below(*file, *recorded) : holds || presets.hold(slug);
      if (is_wanted) records.emplace(RecordPlace{target, slug, folder}, *std::move(record));
    }
  }
  return records;
}

Result<ListedRecords> records_of(const RecordsPlace& where, const std::string& slug,
                                 const std::string& presets) {
  TRY_ASSIGN(const auto targets, folders_of(where, presets));
  ListedRecords records;
  for (const auto& [target, folder] : targets) {
    TRY_ASSIGN(auto record, read_record(where.records_in(folder), {"", slug}));
    if (record) records.emplace(RecordPlace{target, slug, folder}, *std::move(record));
  }
  return records;
}

std::optional<std::int64_t> known_version(const Record& record) {
  return record.last ? record.last->version : record.pending->version;
}

namespace {

std::optional<std::string_view> word_for(LiveState state) {
  switch (state) {
  case LiveState::recorded:
  case LiveState::renumbered:
    return "recorded";
  case LiveState::drifted:
    return "drift";
  case LiveState::gone:
    return "gone";
  case LiveState::unread:
  case LiveState::absent:
  case LiveState::foreign:
    break;
  }
  return std::nullopt;
}

const LiveRecord* find_live(const LiveRecords& live, const RecordPlace& place) {
  const auto found = live.find(place);
  return found == live.end() ? nullptr : &found->second;
}

void write_live(JsonWriter& out, const LiveRecord* live) {
  out.key("live");
  if (live == nullptr) {
    out.raw("null");
    return;
  }
  out.begin('{').member("version", live->version).member("version_id", live->version_id);
  out.member("state", word_for(live->state)).end('}');
}

std::string array_of(const ListedRecords& records, const std::optional<LiveRecords>& live) {
  JsonWriter out;
  out.array(records, [&](const auto& listed) {
    const auto& [place, record] = listed;
    const auto last = record.last.value_or(Applied{});
    out.begin('{').member("target", place.target).member("slug", record.slug);
    out.member("file", record.file).member("service", record.service);
    out.member("workspace_id", last.workspace_id).member("preset_id", last.preset_id);
    out.member("version", known_version(record)).member("version_id", last.version_id);
    out.member("applied", unless_empty(last.applied));
    out.member("pending", is_lost(record));
    if (live) write_live(out, find_live(*live, place));
    out.end('}');
  });
  return out.take();
}

output::Grid grid_of(const ListedRecords& records, const std::optional<LiveRecords>& live) {
  output::Grid grid{{{"target", "TARGET"},
                     {"slug", "SLUG", output::CellKind::text, true},
                     {"version", "VERSION", output::CellKind::number},
                     {"file", "FILE", output::CellKind::text, true},
                     {"pending", "PENDING"},
                     {"service", "SERVICE"},
                     {"applied", "APPLIED"}},
                    {}};
  if (live) {
    grid.headings.push_back({"live.version", "LIVE", output::CellKind::number});
    grid.headings.push_back({"live.version_id", "LIVE ID"});
    grid.headings.push_back({"live.state", "LIVE STATE"});
  }
  for (const auto& [place, record] : records) {
    auto& row = grid.rows.emplace_back();
    row = {place.target,
           record.slug,
           text_of(known_version(record)),
           record.file,
           is_lost(record) ? "yes" : "no",
           record.service,
           record.last ? std::optional(record.last->applied) : std::nullopt};
    if (!live) continue;
    const auto* found = find_live(*live, place);
    const auto known = found == nullptr ? LiveRecord{} : *found;
    row.push_back(text_of(known.version));
    row.push_back(known.version_id);
    const auto word = word_for(known.state);
    row.push_back(word ? std::optional<std::string>(*word) : std::nullopt);
  }
  return grid;
}

} // namespace

output::Presentation present_records(const ListedRecords& records,
                                     const std::optional<LiveRecords>& live) {
  auto result = output::present_document(array_of(records, live));
  result.page = [&](output::Page& page) { page.rows({.grid = grid_of(records, live)}); };
  return result;
}

} // namespace mrctl::apply
