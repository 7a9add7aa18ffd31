#pragma once

#include "mrctl/apply/record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::apply {

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
