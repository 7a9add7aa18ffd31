#pragma once

#include <span>
#include <string>

namespace mrctl::emulator {

// The program mrctl-emulator, given the command line of `mrctl emulator`: serves until SIGINT,
// SIGTERM or SIGHUP, or as long as the command runs. Reports failures on stderr. Returns the exit
// code: 0 after serving, the command's own, 128 plus the signal that ended it, 127 if it was not
// found, 2 for invalid options.
[[nodiscard]] int run(std::span<const std::string> arguments);

} // namespace mrctl::emulator
