#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"

#include <optional>
#include <string>

namespace mrctl::apply {

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
