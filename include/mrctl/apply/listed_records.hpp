#pragma once

#include "mrctl/apply/live_preset.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mrctl::apply {

struct RecordPlace {
  std::string target;
  std::string slug;
  std::string folder;

  auto operator<=>(const RecordPlace&) const = default;
};

// Records by their places, in the order of results.
using ListedRecords = std::map<RecordPlace, Record>;

// Returns the records of presets at or below a path, of all targets if none is named. Fails as
// read_record() does.
[[nodiscard]] Result<ListedRecords> records_at(const RecordsPlace& where, const std::string& path);

// Returns the records of that slug, of all targets if none is named, which presets in `folder`
// would have. Fails as records_at() does.
[[nodiscard]] Result<ListedRecords>
records_with_slug(const RecordsPlace& where, const std::string& slug, const std::string& folder);

// The live preset of a record.
struct LiveRecord {
  LiveState state = LiveState::unread;
  std::optional<std::int64_t> version{};
  std::optional<std::string> version_id{};
  std::string status{}; // empty: active
};
using LiveRecords = std::map<RecordPlace, LiveRecord>;

// Returns the version that is known of a record.
[[nodiscard]] std::optional<std::int64_t> known_version(const Record& record);

// Returns the records, with what is live, if it was read. They must outlive it.
[[nodiscard]] output::Presentation present_records(const ListedRecords& records,
                                                   const std::optional<LiveRecords>& live = {});
[[nodiscard]] Json records_schema();

} // namespace mrctl::apply
