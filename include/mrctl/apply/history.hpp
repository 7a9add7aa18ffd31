#pragma once

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::apply {

struct PastPreset {
  std::string slug;
  std::string action; // "created", "updated", "adopted", "imported", "forgotten"
  std::optional<std::int64_t> version{};
};

// A commit that ended something, and what it did.
struct PastChange {
  LogEntry entry;
  std::vector<PastPreset> presets{};
};

struct HistoryOf {
  std::string target;               // empty: all
  std::vector<std::string> slugs{}; // empty: all
  std::size_t most = 0;             // 0: all
};

// Returns what was done with records on a branch, newest first. Fails as StateBranch::tree_at() and
// parse_record() do.
[[nodiscard]] Result<std::vector<PastChange>> read_history(const StateBranch& branch,
                                                           const HistoryOf& of);

// Returns the changes: an array of {"time","target","source_commit","dirty","plan","run",
// "presets":[{"slug","action","version"}]}, and a table of one row for each preset. They must
// outlive it.
[[nodiscard]] output::Presentation present_history(const std::vector<PastChange>& changes);

} // namespace mrctl::apply
