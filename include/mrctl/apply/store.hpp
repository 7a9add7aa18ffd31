#pragma once

#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Returns the slugs that have a record in the folder of a target; see RecordStore.
[[nodiscard]] Result<std::vector<std::string>>
list_slugs(const std::string& target_folder,
           const std::function<bool(std::string_view slug)>& is_wanted);

// Returns the targets of a state folder that have records, sorted by name; none if there is no such
// folder. Fails with a usage error if it cannot be read.
[[nodiscard]] Result<std::vector<RecordedTarget>> list_targets(const std::string& state_folder);

// Returns a note if a place has records of other targets only; empty if not.
[[nodiscard]] std::string note_on_target(const std::string& target, std::string_view place,
                                         const std::vector<RecordedTarget>& targets);

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
