#pragma once

#include "mrctl/apply/live_preset.hpp"
#include "mrctl/base/activity.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"
#include "mrctl/service/preset.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// The workspace of a target; nothing if it is not known.
using KnownWorkspace = std::optional<std::string>;

// The error on an answer from a workspace that is not the known one, and what became of it.
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

struct LiveQuestion {
  std::string_view slug;
  bool is_recorded = false; // an answer about it was recorded
};

// Gets the preset at that place; nothing if the answer does not say which version is live.
using TakeLive = std::function<Status(std::size_t place, std::optional<LivePreset> live)>;

// Asks for presets, each once, and returns the places of those that are not there. Fails with
// not_found if the service does not seem to read presets, because none of them was answered and a
// recorded one is not there; and as the first request that failed otherwise.
[[nodiscard]] Result<std::vector<std::size_t>> ask_live(const LiveSource& source,
                                                        const std::vector<LiveQuestion>& questions,
                                                        const TakeLive& take);

} // namespace mrctl::apply
