#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/config/environment.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace mrctl::config {

struct SubprocessLimits {
  Duration time;             // zero is no limit
  std::size_t output = 0;    // bytes; the process is killed if it writes more
  std::size_t complaint = 0; // bytes; the rest is discarded
};

enum class Ending { not_started, exited, signalled, too_long, too_large, interrupted };

struct SubprocessResult {
  Ending ending = Ending::not_started;
  int status = 0;        // errno, exit status or signal
  std::string output;    // standard output
  std::string complaint; // standard error
};

// Runs a program found by PATH, in its own process group, with /dev/null as its standard input,
// until it ends, exceeds a limit, or this process gets a signal that would end it. Then the whole
// group gets SIGTERM, and SIGKILL a second later. The signal takes effect afterwards.
[[nodiscard]] SubprocessResult run_subprocess(std::span<const std::string> command,
                                              const Environment& environment,
                                              const SubprocessLimits& limits);

} // namespace mrctl::config
