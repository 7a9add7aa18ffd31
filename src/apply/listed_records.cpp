#include "mrctl/apply/listed_records.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/output/table.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

// The slugs of the presets at a path. A record without a file may be of one of them.
class PresetsAt {
public:
  explicit PresetsAt(std::string path) : path_(std::move(path)) {}

  // Returns whether a slug is one of them, maybe with a prefix.
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

std::optional<std::string_view> word_for(LiveState state) {
  if (state == LiveState::recorded || state == LiveState::renumbered) return "recorded";
  if (state == LiveState::drifted) return "drift";
  return state == LiveState::gone ? std::optional<std::string_view>("gone") : std::nullopt;
}

std::vector<std::string_view> state_words() {
  return {"recorded", "drift", "gone"};
}

struct RecordRow {
  const RecordPlace& place;
  const Record& record;
  Sometimes<const LiveRecord*> live; // missing if live presets were not read
};

template <auto Member>
auto last_of(const RecordRow& row) {
  return row.record.last ? (*row.record.last).*Member : decltype((*row.record.last).*Member){};
}

std::vector<RecordRow> record_rows(const ListedRecords& records,
                                   const std::optional<LiveRecords>& live) {
  std::vector<RecordRow> rows;
  for (const auto& [place, record] : records) {
    rows.push_back({place, record, {}});
    if (!live) continue;
    const auto found = live->find(place);
    rows.back().live.value = found == live->end() ? nullptr : &found->second;
  }
  return rows;
}

// clang-format off
constexpr auto rows_of(const RecordRow* /*record*/) {
  return std::tuple{
      ResultMember{"target", [](const auto& row) { return row.place.target; }, {.says = "name of the target", .title = "TARGET"}},
      ResultMember{"slug", [](const auto& row) { return row.record.slug; }, {.says = "slug of the preset", .title = "SLUG", .is_identifier = true}},
      ResultMember{"file", [](const auto& row) { return row.record.file; }, {.says = "path below the repository", .title = "FILE", .is_identifier = true}},
      ResultMember{"service", [](const auto& row) { return row.record.service; }, {.says = "base URL", .title = "SERVICE"}},
      ResultMember{"workspace_id", last_of<&Applied::workspace_id>, {"owning workspace"}},
      ResultMember{"preset_id", last_of<&Applied::preset_id>, {"identifier of the preset"}},
      ResultMember{"version", [](const auto& row) { return known_version(row.record); }, {.says = "number of the version that was recorded last", .least = 1, .title = "VERSION"}},
      ResultMember{"version_id", last_of<&Applied::version_id>, {"identifier of that version"}},
      ResultMember{"applied", [](const auto& row) { return row.record.last ? unless_empty(row.record.last->applied) : std::nullopt; }, {.says = "hash of the body that was applied last", .takes = Takes::hash, .title = "APPLIED"}},
      ResultMember{"pending", [](const auto& row) { return is_lost(row.record); }, {.says = "whether an answer was lost", .title = "PENDING"}},
      ResultMember{"live", &RecordRow::live, {"what is live; null if it is not known; with --live"}},
  };
}
// clang-format on

} // namespace

Result<ListedRecords> records_at(const RecordsPlace& where, const std::string& path) {
  TRY_ASSIGN(const auto state, where.store->state_folder_of(path));
  TRY_ASSIGN(const auto targets, folders_of(where, path));
  TRY_ASSIGN(const auto recorded, recorded_path(path, state));
  TRY_ASSIGN(const auto holds, holds_state(path, state));
  ListedRecords records;
  PresetsAt presets(path);
  for (const auto& [target, folder] : targets) {
    TRY_ASSIGN(const auto slugs, where.store->list_slugs(folder));
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

Result<ListedRecords> records_with_slug(const RecordsPlace& where, const std::string& slug,
                                        const std::string& folder) {
  TRY_ASSIGN(const auto targets, folders_of(where, folder));
  ListedRecords records;
  for (const auto& [target, recorded] : targets) {
    TRY_ASSIGN(auto record, read_record(where.records_in(recorded), {"", slug}));
    if (record) records.emplace(RecordPlace{target, slug, recorded}, *std::move(record));
  }
  return records;
}

std::optional<std::int64_t> known_version(const Record& record) {
  return record.last ? record.last->version : record.pending->version;
}

// clang-format off
constexpr auto rows_of(const LiveRecord* /*record*/) {
  return std::tuple{
      ResultMember{"version", &LiveRecord::version, {.says = "number of the live version", .least = 1, .title = "LIVE"}},
      ResultMember{"version_id", &LiveRecord::version_id, {.says = "identifier of the live version", .title = "LIVE ID"}},
      ResultMember{"state", [](const auto& live) { return word_for(live.state); }, {.says = "how the live version relates to the record", .words = state_words, .title = "LIVE STATE"}},
  };
}
// clang-format on

output::Presentation present_records(const ListedRecords& records,
                                     const std::optional<LiveRecords>& live) {
  auto result = output::present_document(result_json(record_rows(records, live)));
  result.page = [&](output::Page& page) {
    const auto rows = record_rows(records, live);
    page.rows(
        {.grid = live ? output::grid_of<"target", "slug", "version", "file", "pending", "service",
                                        "applied", "live.version", "live.version_id", "live.state">(
                            rows)
                      : output::grid_of<"target", "slug", "version", "file", "pending", "service",
                                        "applied">(rows)});
  };
  return result;
}

Json records_schema() {
  return result_schema<std::vector<RecordRow>>();
}

} // namespace mrctl::apply
