#pragma once

#include <string_view>

namespace mrctl::emulator {

// The program mrctl-emulator, given its one argument: serves until SIGINT, SIGTERM or SIGHUP, or as
// long as the command runs. Reports failures on stderr. Returns the exit code: 0 after serving, the
// command's own, 128 plus the signal that ended it, 127 if it was not found, 2 for invalid options.
[[nodiscard]] int run(std::string_view options_json);

} // namespace mrctl::emulator
