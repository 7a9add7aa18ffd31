#pragma once

#include "mrctl/app/run.hpp"

namespace mrctl::app {

// Returns the world of this process: its environment, its streams and its terminal.
[[nodiscard]] World this_process();

} // namespace mrctl::app
