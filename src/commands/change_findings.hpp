#pragma once

#include "mrctl/diff/records.hpp"
#include "mrctl/render/finding.hpp"

#include "change_gate.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::commands {

// One compared endpoint or credential, and its changes.
struct ComparedRecord {
  std::string_view suite; // its model; for credentials, one word for all
  std::string_view name;  // its tag or id
  const diff::RecordChanges& changes;
};

// Returns a finding for each change, and one for each record without a change. A change fails if
// --fail-on names its kind. Changes are reported at the first line of BEFORE.
[[nodiscard]] render::Findings change_findings(std::span<const ComparedRecord> records,
                                               const std::optional<ChangeGate>& gate,
                                               const std::string& before);

} // namespace mrctl::commands
