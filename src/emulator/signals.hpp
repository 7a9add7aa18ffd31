#pragma once

#include <csignal>

namespace mrctl::emulator {

// Holds back SIGINT, SIGTERM, SIGHUP and SIGCHLD for this thread and those that it starts, so that
// one place can wait for them. What was ignored before stays ignored.
class HeldSignals {
public:
  HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

  // Returns the next one.
  [[nodiscard]] int wait() const;

  // Whether the signal was not ignored when the program began.
  [[nodiscard]] bool holds(int signal) const;

  // What was held back before, for a command that is started meanwhile.
  [[nodiscard]] const sigset_t& before() const { return before_; }

private:
  sigset_t held_{};
  sigset_t before_{};
};

} // namespace mrctl::emulator
