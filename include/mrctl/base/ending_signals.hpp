#pragma once

#include "mrctl/base/file.hpp"

#include <csignal>

namespace mrctl {

// While this object lives, signals that would end or stop the process are blocked, so that the
// process can clean up first (a child, a terminal without echo). They are delivered when it is
// destroyed. A signal that was ignored or blocked before stays so.
class EndingSignals {
public:
  EndingSignals();
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;
  ~EndingSignals();

  // Returns whether a signal is pending that will end the process.
  [[nodiscard]] bool have_come() const;

  // Returns a descriptor that becomes readable once such a signal is pending; -1 if the process has
  // no descriptor left.
  [[nodiscard]] int descriptor() const { return arrival_.get(); }

private:
  sigset_t ending_{};
  sigset_t before_{};
  Descriptor arrival_{-1};
};

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

  [[nodiscard]] const sigset_t& mask_before() const { return before_; }

private:
  sigset_t before_{};
};

} // namespace mrctl
