#pragma once

#include <string_view>

namespace mrctl::emulator {

// The whole program mrctl-emulator behind its one argument: serves until SIGINT, SIGTERM or SIGHUP,
// or as long as the command runs. Failures are told on stderr. Returns the exit code: 0 after
// serving, the command's own, 128 and the signal where one ended it, 127 where it was not found, 2
// for wrong options.
[[nodiscard]] int run(std::string_view options_json);

} // namespace mrctl::emulator
