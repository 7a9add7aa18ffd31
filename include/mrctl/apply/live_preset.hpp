#pragma once

#include "mrctl/apply/record.hpp"
#include "mrctl/base/error.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::service {
struct Preset;
}

namespace mrctl::apply {

// Returns a text without the secrets of the run.
using HideSecrets = std::function<std::string(std::string_view text)>;

// Returns what a record keeps of an answer about a preset that has this body.
[[nodiscard]] Applied applied_of(const service::Preset& preset, Hashed body);

// Drops the ids that hold a secret: records are committed, and results are kept. Returns a warning
// if there was one.
[[nodiscard]] std::optional<Problem> drop_secret_ids(service::Preset& preset, std::string_view slug,
                                                     const HideSecrets& hide_secrets);

// A preset as the service shows it.
struct LivePreset {
  Applied facts{};      // without a body
  std::string config{}; // canonical_config()
  std::string prompt{}; // empty: none
  std::string status{}; // empty: active
};

// Returns the live preset of an answer; nothing if the answer does not say which version is live.
[[nodiscard]] std::optional<LivePreset> live_preset_of(const service::Preset& preset);

// Returns whether the live preset is what a body makes: members that are null, [] or {} apart, the
// same config by exact value, and the same text of its system and developer messages.
[[nodiscard]] bool holds(const LivePreset& live, std::string_view body);

// Returns the canonical body that makes the live preset.
[[nodiscard]] std::string body_of(const LivePreset& live);

// How a live preset stands to its record.
enum class LiveState : std::uint8_t {
  unread,     // not requested, or the answer does not say it
  absent,     // there is no such preset, and none was recorded
  recorded,   // the version that was recorded
  renumbered, // another version with the same content
  drifted,    // another version with another content
  foreign,    // nothing was recorded, and it is not what the file says
  gone,       // it was recorded, and is not there
};

// Returns `recorded`, `renumbered` or `drifted`. Nothing has drifted from a record that does not
// say what was stored.
[[nodiscard]] LiveState compare_live(const LivePreset& live, const Applied& last);

} // namespace mrctl::apply
