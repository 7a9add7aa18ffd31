#pragma once

#include "signals.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mrctl::emulator {

using Variables = std::vector<std::pair<std::string, std::string>>;

// Runs a command with these variables added to the environment, and waits for it. SIGTERM and
// SIGHUP are passed on; SIGINT reaches the command through the terminal. Returns its exit code, or
// 128 plus the signal that ended it. If it cannot be started, reports this on stderr and returns
// 127 (not found) or 126.
[[nodiscard]] int run_command(const std::vector<std::string>& command, const Variables& variables,
                              const HeldSignals& signals);

} // namespace mrctl::emulator
