#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// Returns the commit that is checked out, as the log of a branch names it: with "-dirty" if one of
// the files differs from it or is not in it, "none" without a commit. Files outside the repository
// do not count.
[[nodiscard]] Result<std::string> source_of(const StateBranch& branch,
                                            const std::vector<std::string>& files);

// How the sources stand to those that were applied last, for people.
struct OrderOfSources {
  std::string sentence{}; // empty: they contain them
  bool is_older = false;
  bool is_known = true; // not in a clone that is too short to tell
};

// Looks for the last sources at the remote if the clone lacks them.
[[nodiscard]] Result<OrderOfSources>
order_of_sources(const StateBranch& branch, std::string_view target, const std::string& source);

// What is left to send of an agreed plan.
struct RestOfPlan {
  SendingPlan plan;
  std::string sentence{}; // "continues plan 3f9c…: 2 of 5 left"
};

// Returns the rest of an agreed plan if each preset that would be sent is pending in it with the
// same body; on a branch, it was also begun last, from the same sources. Nothing for another plan.
[[nodiscard]] Result<std::optional<RestOfPlan>>
rest_of_plan(const Plans& plans, const std::string& agreed, const std::string& source);

} // namespace mrctl::apply
