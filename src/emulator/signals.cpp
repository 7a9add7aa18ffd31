#include "signals.hpp"

#include <initializer_list>
#include <pthread.h>

namespace mrctl::emulator {

namespace {

// nohup and background shells do this on purpose.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

HeldSignals::HeldSignals() {
  // A shell may have started us with SIGCHLD ignored; then no child could be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  sigemptyset(&held_);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD})
    if (!is_ignored(signal)) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::holds(int signal) const {
  return sigismember(&held_, signal) == 1;
}

int HeldSignals::wait() const {
  int signal = 0;
  while (sigwait(&held_, &signal) != 0) {
  }
  return signal;
}

} // namespace mrctl::emulator
