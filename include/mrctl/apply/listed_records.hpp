#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record.hpp"
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

// In the order of results.
using ListedRecords = std::map<RecordPlace, Record>;

// Returns the records of presets at or below a path, of all targets if none is named. Fails as
// read_record() does.
[[nodiscard]] Result<ListedRecords> records_at(const Whereabouts& where, const std::string& path);

// Returns the records of that slug, of all targets if none is named, which presets in the current
// folder would have. Fails as records_at() does.
[[nodiscard]] Result<ListedRecords> records_of(const Whereabouts& where, const std::string& slug);

// Returns the version that is known of a record.
[[nodiscard]] std::optional<std::int64_t> known_version(const Record& record);

// Returns the records: an array of
// {"target","slug","file","service","workspace_id","preset_id","version","version_id","applied",
// "pending"}, and a table. They must outlive it.
[[nodiscard]] output::Presentation present_records(const ListedRecords& records);

} // namespace mrctl::apply
