#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/compare/records.hpp"
#include "mrctl/output/finding.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::compare {

// The kinds of changes that --fail-on names.
struct ChangeGate {
  std::string words; // as given
  std::vector<const service::ChangeKind*> kinds;
};

// Reads the lists of --fail-on: kinds, "any" and "worse", separated by commas. Nothing if there are
// none. Fails with a usage error for an unknown word, naming the nearest one, and for a statistic
// if statistics are not compared.
[[nodiscard]] Result<std::optional<ChangeGate>>
read_change_gate(std::span<const std::string> lists, std::span<const service::ChangeKind> kinds,
                 service::ValueSource deepest);

// Whether the gate names the change's kind.
[[nodiscard]] bool is_named(const std::optional<ChangeGate>& gate, const RecordChange& change);

// One compared endpoint or credential, and its changes.
struct ComparedRecord {
  std::string_view suite; // its model; for credentials, one word for all
  std::string_view name;  // its tag or id
  const RecordChanges& changes;
};

// What was compared: how many "endpoints", and the records of the comparison.
struct Compared {
  std::string_view what;
  std::size_t count = 0;
  std::vector<ComparedRecord> records{};
};

// Returns a condition error if there is a change of the gate's kinds, or nothing was compared.
[[nodiscard]] std::vector<Error> failed_gate(const std::optional<ChangeGate>& gate,
                                             const Compared& compared);

// Returns a finding for each change, and one for each record without a change. A change fails if
// --fail-on names its kind. Changes are reported at the first line of the file `before`.
[[nodiscard]] output::Findings change_findings(const Compared& compared,
                                               const std::optional<ChangeGate>& gate,
                                               const std::string& before);

} // namespace mrctl::compare
