#include "held_signals.hpp"

#include <algorithm>
#include <array>
#include <pthread.h>

namespace mrctl::emulator {

namespace {

constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};

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
  sigaddset(&held_, SIGCHLD);
  for (const int signal : ending)
    if (!is_ignored(signal)) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::have_come() const {
  sigset_t waiting;
  sigpending(&waiting);
  return std::ranges::any_of(ending,
                             [&](int signal) { return sigismember(&waiting, signal) == 1; });
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
