#pragma once

#include "mrctl/base/duration.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// Limits of a program that is run. Zero is no time limit.
struct SubprocessLimits {
  Duration time{};           // of the whole run
  Duration silence{};        // since it wrote something
  std::size_t output = 0;    // bytes; the process is killed if it writes more
  std::size_t complaint = 0; // bytes; the rest is discarded
};

// Whether a program gets the terminal in whose foreground this process is; otherwise it has no
// terminal.
enum class TerminalUse { none, lent };

// Returns whether this process is in the foreground of a terminal, which it can lend: one of its
// standard streams is a terminal.
[[nodiscard]] TerminalUse terminal_to_lend();

// Whether the program's standard error is kept, or goes to the lent terminal where this process
// writes its own standard error to it.
enum class ComplaintTo { result, terminal };

struct SubprocessStart {
  std::vector<std::string> command{};     // the program is found by PATH
  std::vector<std::string> environment{}; // "NAME=VALUE"
  std::string_view input{};               // standard input
  int input_file = -1;                    // a descriptor that is read from its start instead
  SubprocessLimits limits{};
  TerminalUse terminal = TerminalUse::none;
  ComplaintTo complaint = ComplaintTo::result;
  // Returns whether to end the program. If it is missing, a signal that would end this process ends
  // the program first.
  std::function<bool()> gives_up{};
};

enum class Ending { not_started, exited, signalled, too_long, too_large, interrupted };

struct SubprocessResult {
  Ending ending = Ending::not_started;
  int status = 0;                // errno, exit status or signal
  std::string output{};          // standard output
  std::string complaint{};       // standard error
  bool is_complaint_cut = false; // it was longer than its limit
};

// Runs a program in its own process group until it ends, exceeds a limit, is given up, or this
// process gets a signal that would end it. Then the whole group gets SIGTERM, and SIGKILL a second
// later. The signal takes effect afterwards. So does an interrupt that only the program got,
// because it had the terminal.
[[nodiscard]] SubprocessResult run_subprocess(const SubprocessStart& start);

} // namespace mrctl
