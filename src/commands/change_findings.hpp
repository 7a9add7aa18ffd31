#pragma once

#include "mrctl/diff/records.hpp"
#include "mrctl/render/finding.hpp"

#include "change_gate.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::commands {

// One endpoint or credential that was compared, and what changed of it.
struct ComparedRecord {
  std::string_view suite; // its model; of credentials, the word for all of them
  std::string_view name;  // its tag or id
  const diff::RecordChanges& changes;
};

// Returns a finding for each change, and one for each record without a change. A change fails where
// --fail-on names its kind. Changes lie at the first line of the file that was compared with.
[[nodiscard]] render::Findings change_findings(std::span<const ComparedRecord> records,
                                               const std::optional<ChangeGate>& gate,
                                               const std::string& before);

} // namespace mrctl::commands
