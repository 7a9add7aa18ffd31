#pragma once

#include "mrctl/apply/listed_records.hpp"
#include "mrctl/apply/live_preset.hpp"
#include "mrctl/base/activity.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// The workspace of a target; nothing if it is not known.
using KnownWorkspace = std::optional<std::string>;

// Returns the error on an answer from a workspace that is not the known one, and what became of it.
[[nodiscard]] Error other_workspace(std::string_view found, std::string_view known,
                                    std::string_view outcome);

// The service that live presets are read from.
struct LiveSource {
  const service::Service& service;
  KnownWorkspace workspace{};
  HideSecrets hide_secrets{};
  std::function<void(Problem warning)> warn{};
  BeginActivity begin_activity{};
};

// Reads an answer about a preset. Fails with unexpected_response if it is about another one, and
// with a condition if it is from another workspace.
[[nodiscard]] Result<service::Preset>
read_live_answer(const LiveSource& source, std::string_view slug, const service::Answer& answer);

struct WantedPreset {
  std::string_view slug;
  bool is_recorded = false; // an answer about it was recorded
};

// Gets the preset at that place; nothing if the answer does not say which version is live.
using TakeLive = std::function<Status(std::size_t place, std::optional<LivePreset> live)>;

// What happens if the service may show none of the presets.
enum class NoneShown : std::uint8_t {
  fails,
  is_accepted, // after all of them were asked for
  ends_it,     // the first recorded preset is asked for alone, and if it is not shown, no other
};

// The result of asking for presets.
struct Looked {
  std::size_t read = 0;                      // presets that the service showed
  bool shows_none = false;                   // not even one that is recorded
  std::vector<std::size_t> missing{};        // places of those that are not there; see ask_live()
  std::optional<std::int64_t> clock_ahead{}; // seconds that this clock is ahead of the service's
};

// Asks for presets, each once. A service that answers 401, 403, 404, 405 or 501 to a recorded
// preset, and has shown no other, shows none. If that is a failure, fails with not_found, or as
// unauthorized. Fails as the first request that failed otherwise.
[[nodiscard]] Result<Looked> ask_live(const LiveSource& source,
                                      const std::vector<WantedPreset>& wanted, NoneShown none,
                                      const TakeLive& take);

// Returns the workspace of the first record of the service that has one.
[[nodiscard]] KnownWorkspace workspace_of(const ListedRecords& records, const std::string& service);

// Asks for the presets of the records that are of the service. Fails as ask_live() does.
[[nodiscard]] Result<LiveRecords> read_live_records(const ListedRecords& records,
                                                    const LiveSource& source);

} // namespace mrctl::apply
