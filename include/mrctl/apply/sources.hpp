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

enum class Older { refused, allowed };

// Fails with a conflict if the sources are older than those that were applied last. Returns a note
// if they are on another line of history, or the clone cannot tell.
[[nodiscard]] Result<std::optional<std::string>> check_order(const StateBranch& branch,
                                                             std::string_view target,
                                                             const std::string& source,
                                                             Older older);

// Returns a note if what is left to send is the rest of an agreed plan: each preset that would be
// sent is pending in it with the same body; on a branch, it was also begun last, from the same
// sources. Returns nothing if it is another plan.
[[nodiscard]] Result<std::optional<std::string>>
rest_of_plan(const Plans& plans, const std::string& agreed, const std::string& source);

} // namespace mrctl::apply
