#pragma once

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Reads the record of a preset among those of a target, of any service if none is named; nothing if
// there is none. Fails as parse_record() does, and with a usage error if the file cannot be read.
[[nodiscard]] Result<std::optional<Record>>
read_record(const TargetRecords& records, RecordOf preset, const Hashed* known = nullptr);

// Returns the slugs that have a record of a target, those that are wanted, sorted by bytes; none if
// there is no such folder. Fails with a usage error if it cannot be read.
[[nodiscard]] Result<std::vector<std::string>>
list_slugs(const TargetRecords& records,
           const std::function<bool(std::string_view slug)>& is_wanted);

struct RecordedTarget {
  std::string name;
  std::vector<std::string> slugs; // at least one, sorted
};

// Returns the targets that have records, sorted by name; none if there is no such folder. Fails
// with a usage error if it cannot be read.
[[nodiscard]] Result<std::vector<RecordedTarget>> list_targets(const std::string& state_folder);
[[nodiscard]] Result<std::vector<RecordedTarget>> list_targets(const Whereabouts& where,
                                                               const std::string& path);

// Returns notes on a place of state that may be wrong: a folder or branch that is not there, or has
// records of other targets only; and on another run that holds it.
[[nodiscard]] std::vector<std::string> notes_on_place(const Whereabouts& where,
                                                      const std::vector<std::string>& paths);

// What a version number reveals about events since the previous version.
enum class VersionFinding {
  as_expected,
  unknown,       // the service did not number it
  existed,       // nothing was recorded, and the slug had versions
  foreign,       // versions were made elsewhere
  lost_arrived,  // the request whose answer was lost had been stored
  lost_vanished, // it had not
  made_anew,     // the preset is not the recorded one
};

// What an answer says about the preset.
struct Identity {
  std::optional<std::string> preset_id;
  std::optional<std::int64_t> version;
};

struct VersionNote {
  VersionFinding finding = VersionFinding::as_expected;
  std::string sentence; // empty if everything is as expected

  // Whether --strict treats it as a failure.
  [[nodiscard]] bool is_suspicious() const {
    return finding == VersionFinding::foreign || finding == VersionFinding::made_anew;
  }
};

// Compares an answer to the body with that hash with what was recorded before it was sent.
[[nodiscard]] VersionNote read_version(const std::optional<Record>& before, const Identity& answer,
                                       std::string_view applied);

} // namespace mrctl::apply
