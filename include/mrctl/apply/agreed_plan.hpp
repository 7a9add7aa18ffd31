#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::apply {

// Returns the fingerprint in the message of a commit: that of its lines "Plan: TARGET FINGERPRINT";
// if there are none for the target, that of its lines "Plan: FINGERPRINT". Fails as a conflict if
// there is no such line, or if two of them differ. `commit` is its name for people.
[[nodiscard]] Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                              std::string_view commit);

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
