#include "mrctl/base/ending_signals.hpp"

#include "mrctl/base/list.hpp"

#include <array>
#include <sys/signalfd.h>

namespace mrctl {

namespace {

// Signals that cannot be blocked, are faults of the program itself, or do not end the process.
constexpr std::array not_ending{SIGKILL,  SIGSTOP, SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,
                                SIGABRT,  SIGTRAP, SIGSYS,  SIGCHLD, SIGCONT, SIGURG,
                                SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU};

bool is_ignored(int signal) {
  struct sigaction action {};
  return ::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN;
}

} // namespace

EndingSignals::EndingSignals() {
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before_);
  ::sigemptyset(&ending_);
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (!contains(not_ending, signal) && !is_ignored(signal) &&
        ::sigismember(&before_, signal) == 0)
      ::sigaddset(&ending_, signal);
  auto held = ending_;
  ::sigaddset(&held, SIGTSTP);
  ::pthread_sigmask(SIG_BLOCK, &held, nullptr);
  arrival_ = Descriptor(::signalfd(-1, &ending_, SFD_CLOEXEC));
}

EndingSignals::~EndingSignals() {
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool EndingSignals::have_come() const {
  sigset_t waiting;
  ::sigemptyset(&waiting);
  ::sigpending(&waiting);
  for (int signal = 1; signal <= SIGRTMAX; ++signal)
    if (::sigismember(&waiting, signal) == 1 && ::sigismember(&ending_, signal) == 1) return true;
  return false;
}

} // namespace mrctl
