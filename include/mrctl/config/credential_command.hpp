#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"

#include <chrono>
#include <span>
#include <string>

namespace mrctl::config {

inline constexpr Duration credential_command_limit = std::chrono::seconds(10);

// Runs a program without a shell and with empty standard input, and returns its standard output.
// Fails with an unauthorized error if it cannot be started, ends with another status than 0, writes
// nothing but white space or more than 64 KiB, or runs longer than the limit (then its whole
// process group is killed). The error shows a few lines of its standard error, with possible keys
// hidden, and nothing of its standard output.
//
// A program that may ask is in the foreground of the terminal that this process is in the
// foreground of, and its standard error goes there if that of this process does. Any other one has
// no terminal.
[[nodiscard]] Result<std::string> run_credential_command(std::span<const std::string> command,
                                                         const Environment& environment,
                                                         Duration limit = credential_command_limit,
                                                         Asking asking = Asking::refused);

} // namespace mrctl::config
