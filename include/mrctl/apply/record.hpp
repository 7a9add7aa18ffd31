#pragma once

#include "mrctl/apply/canonical.hpp"
#include "mrctl/base/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Reads the digits of a version: a whole number from 1 to 2^63 - 1; nothing for all others.
[[nodiscard]] std::optional<std::int64_t> version_of(std::string_view digits);

// Requests that were sent and not answered yet.
struct Pending {
  std::vector<std::string> applied;    // hashes of the bodies, oldest first; at least one
  std::optional<std::int64_t> version; // the last one known before
  std::optional<std::string> plan{};   // the fingerprint of the plan that sends it
  std::optional<std::int64_t> of{};    // how many presets that plan sends
  bool is_refused = false; // nothing was stored: the preset is what is left of that agreed plan

  bool operator==(const Pending&) const = default;
};

// What the service answered last about a preset, and the body that it was sent.
struct Applied {
  std::optional<std::string> workspace_id;
  std::optional<std::string> preset_id;
  std::optional<std::int64_t> version;
  std::optional<std::string> version_id;
  std::string applied;               // hash of `body`
  std::optional<std::string> stored; // hash of what was answered; see stored_hash()
  std::string body;                  // canonical

  bool operator==(const Applied&) const = default;
};

// The record of one preset at one target. At least one of `last` and `pending` is present.
struct Record {
  std::string service; // base URL without a slash at its end
  std::string slug;
  std::optional<Applied> last{};     // nothing before a first answer
  std::optional<Pending> pending{};  // only between a request and its answer
  std::optional<std::string> file{}; // as recorded_path() spells it; nothing in old records

  bool operator==(const Record&) const = default;
};

// Returns the text of the record's file: JSON, indented by two spaces, one member per line, in a
// fixed order. The same record gives the same bytes.
[[nodiscard]] std::string record_text(const Record& record);

// The record that a file must contain.
struct RecordOf {
  std::string_view service; // empty: any
  std::string_view slug;
};

// Reads the text of a record's file strictly. Fails with a usage error that names `path`: for text
// that is not JSON, conflict markers of a merge, an unknown format or member, a member that is
// missing or of the wrong type, another service or slug, and a body that `applied` does not match.
// Passing a body whose hash is known saves computing it again if it is the same.
[[nodiscard]] Result<Record> parse_record(std::string_view text, const std::string& path,
                                          RecordOf wanted, const Hashed* known = nullptr);

// Returns whether an answer about the preset was lost.
[[nodiscard]] bool is_lost(const std::optional<Record>& record);

// Returns a record without what is left in it of an agreed plan; nothing if it holds no more.
[[nodiscard]] std::optional<Record> without_refused(std::optional<Record> record);

// The plan that sends a preset.
struct SendingPlan {
  std::optional<std::string> fingerprint{};
  std::optional<std::int64_t> of{};
};

// Returns the record that must be on disk before a body may be sent: the previous one (if any),
// with the hash and the plan added to `pending`, and with the preset's file.
[[nodiscard]] Record with_pending(std::optional<Record> before, RecordOf preset,
                                  std::string_view applied, std::optional<std::string> file = {},
                                  SendingPlan plan = {});

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

// The ids and the version that an answer gives of a preset.
struct Identity {
  std::optional<std::string> preset_id;
  std::optional<std::int64_t> version;
};

struct VersionNote {
  VersionFinding finding = VersionFinding::as_expected;
  std::string sentence; // empty if everything is as expected

  // Returns whether --strict treats it as a failure.
  [[nodiscard]] bool is_suspicious() const {
    return finding == VersionFinding::foreign || finding == VersionFinding::made_anew;
  }
};

// Compares an answer to the body with that hash with what was recorded before it was sent.
[[nodiscard]] VersionNote read_version(const std::optional<Record>& before, const Identity& answer,
                                       std::string_view applied);

// The format of the files that this program reads and writes.
inline constexpr int record_format = 1;

} // namespace mrctl::apply
