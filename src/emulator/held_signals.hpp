#pragma once

#include <csignal>

namespace mrctl::emulator {

// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD in this thread and those that it starts, so that one
// place can wait for them. Ignored signals stay ignored.
class HeldSignals {
public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

  // Returns whether one that would end the program is waiting.
  [[nodiscard]] bool have_come() const;

  // Returns the next one.
  [[nodiscard]] int wait() const;

  // Whether the signal was not ignored when the program began.
  [[nodiscard]] bool holds(int signal) const;

  // The signals that were blocked before, for a command that is started meanwhile.
  [[nodiscard]] const sigset_t& before() const { return before_; }

private:
  sigset_t held_{};
  sigset_t before_{};
};

} // namespace mrctl::emulator
