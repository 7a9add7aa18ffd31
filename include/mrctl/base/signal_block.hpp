#pragma once

#include <csignal>

namespace mrctl {

// While this object lives, blocks in this thread every signal that another process, the terminal or
// a limit may send. Such a signal is delivered afterwards. Faults of the program itself are not
// blocked.
class SignalBlock {
public:
  SignalBlock() {
    sigset_t held;
    ::sigfillset(&held);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS})
      ::sigdelset(&held, fault);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  SignalBlock(const SignalBlock&) = delete;
  SignalBlock& operator=(const SignalBlock&) = delete;
  ~SignalBlock() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // The signals that were blocked before.
  [[nodiscard]] const sigset_t& mask_before() const { return before_; }

private:
  sigset_t before_{};
};

} // namespace mrctl
