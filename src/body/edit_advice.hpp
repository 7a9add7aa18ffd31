#pragma once

#include "mrctl/spec/invocation.hpp"

#include <string>

namespace mrctl::body {

// Returns what is meant by --set, --set-string, --set-json or --unset whose path or value is
// certainly a slip: another notation of paths, several assignments in one. Empty for others.
[[nodiscard]] std::string meant_edit(const spec::BodyFlagUse& use);

} // namespace mrctl::body
