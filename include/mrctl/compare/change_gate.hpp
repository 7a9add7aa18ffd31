#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/records.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mrctl::compare {

// The kinds of changes that --fail-on names.
struct ChangeGate {
  std::string words; // as given
  std::vector<const service::ChangeKind*> kinds;
  bool has_lost = false; // endpoints that presets lost count as well
};

// Whether endpoints that presets lost count: where no preset is looked at, they are not known.
enum class LostEndpoints : std::uint8_t { need_presets, counted };

// Reads the lists of --fail-on: kinds, "any" and "worse", separated by commas. Nothing if there are
// none. Fails with a usage error for an unknown word, naming the nearest one, for a statistic if
// statistics are not compared, and for "lost" without presets.
[[nodiscard]] Result<std::optional<ChangeGate>> read_change_gate(std::span<const std::string> lists,
                                                                 service::ValueSource deepest,
                                                                 LostEndpoints lost);

// Whether the gate names the change's kind.
[[nodiscard]] bool is_named(const std::optional<ChangeGate>& gate, const RecordChange& change);

// Returns the gate as a verdict: "1 removed, 2 price-up". It is not met if there is a change of its
// kinds, or nothing was compared. None without a gate.
[[nodiscard]] std::vector<output::GateResult> judge(const std::optional<ChangeGate>& gate,
                                                    const Compared& compared);

} // namespace mrctl::compare
