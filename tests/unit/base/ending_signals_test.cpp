#include "mrctl/base/ending_signals.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <poll.h>

using mrctl::EndingSignals;

namespace {

volatile std::sig_atomic_t met = 0;

// Has a handler for a signal, as a program that must not end by it.
class Handled {
public:
  Handled(int signal, void (*handler)(int)) : signal_(signal) {
    met = 0;
    before_ = std::signal(signal, handler);
  }
  Handled(const Handled&) = delete;
  Handled& operator=(const Handled&) = delete;
  ~Handled() { std::signal(signal_, before_); }

private:
  int signal_;
  void (*before_)(int);
};

bool is_readable(int fd) {
  pollfd end{fd, POLLIN, 0};
  return ::poll(&end, 1, 0) == 1;
}

} // namespace

TEST_CASE("a signal that ends programs waits, can be seen, and takes effect afterwards") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGRTMIN}) {
    CAPTURE(signal);
    const Handled handled(signal, [](int) { met = 1; });
    std::optional<EndingSignals> signals(std::in_place);
    CHECK_FALSE(signals->have_come());
    CHECK_FALSE(is_readable(signals->descriptor()));
    std::raise(signal);
    CHECK(signals->have_come());
    CHECK(is_readable(signals->descriptor()));
    CHECK(met == 0);
    signals.reset();
    CHECK(met == 1);
  }
}

TEST_CASE("a signal that is ignored stays so") {
  const Handled handled(SIGINT, SIG_IGN);
  const EndingSignals signals;
  std::raise(SIGINT);
  CHECK_FALSE(signals.have_come());
  CHECK_FALSE(is_readable(signals.descriptor()));
}

TEST_CASE("a change of the window ends nothing") {
  const EndingSignals signals;
  std::raise(SIGWINCH);
  CHECK_FALSE(signals.have_come());
}
