#pragma once

#include "mrctl/base/error.hpp"

#include <string>

namespace mrctl::commands {

// Returns the path of this program; empty where the system does not tell.
[[nodiscard]] std::string own_program();

// Returns the path of mrctl-emulator: beside mrctl in a build tree, in libexec where it is
// installed (docs/decisions/0002). Fails with an internal error where it is missing.
[[nodiscard]] Result<std::string> emulator_program();

} // namespace mrctl::commands
