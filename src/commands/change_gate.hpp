#pragma once

#include "mrctl/diff/records.hpp"
#include "mrctl/session/context.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::commands {

// The kinds of changes that --fail-on names.
struct ChangeGate {
  std::string words; // as given
  std::vector<const model::ChangeKind*> kinds;
};

// Reads --fail-on: kinds, "any" and "worse", separated by commas. Nothing if it is not given. Fails
// with a usage error for an unknown word, naming the nearest one, and for a statistic if statistics
// are not compared.
[[nodiscard]] Result<std::optional<ChangeGate>>
read_change_gate(const session::Context& context, std::span<const model::ChangeKind> kinds,
                 model::ValueSource deepest);

// Whether the gate names the change's kind.
[[nodiscard]] bool is_named(const std::optional<ChangeGate>& gate,
                            const diff::RecordChange& change);

// One compared endpoint or credential, and its changes.
struct ComparedRecord {
  std::string_view suite; // its model; for credentials, one word for all
  std::string_view name;  // its tag or id
  const diff::RecordChanges& changes;
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

} // namespace mrctl::commands
