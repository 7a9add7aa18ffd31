#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"

#include <optional>
#include <span>
#include <string>

namespace mrctl::app {

// Returns the text that a command line asks for instead of running a command: --version, -h,
// --help, or `help COMMAND`. Nothing where it asks for none; a usage error for a command that is
// not there.
[[nodiscard]] Result<std::optional<std::string>> find_help(const args::Invocation& invocation,
                                                           std::span<const std::string> arguments);

} // namespace mrctl::app
