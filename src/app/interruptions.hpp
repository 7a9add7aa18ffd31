#pragma once

#include "mrctl/app/run.hpp"

#include <string_view>

namespace mrctl::app {

// Writes a text to a descriptor. Returns 0 or errno: EINTR after a signal that would end the
// program. Then the program can clean up before it ends.
[[nodiscard]] int write_until_interrupted(int fd, std::string_view text);

// Ends the process by the signal that was noted, as loops in shells expect. Returns the
// code if there was none.
[[nodiscard]] int exit_code_after(int code);

// Returns the world of this process: its environment, its streams and its terminal.
[[nodiscard]] World this_process();

} // namespace mrctl::app
