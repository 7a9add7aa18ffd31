#pragma once

#include "mrctl/base/error.hpp"

#include <string>
#include <string_view>

namespace mrctl::apply {

// Returns the fingerprint in the message of a commit: that of its lines "Plan: TARGET FINGERPRINT";
// if there are none for the target, that of its lines "Plan: FINGERPRINT". Fails as a conflict if
// there is no such line, or if two of them differ. `commit` is its name for people.
[[nodiscard]] Result<std::string> agreed_plan(std::string_view message, std::string_view target,
                                              std::string_view commit);

} // namespace mrctl::apply
