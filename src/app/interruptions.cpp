#include "interruptions.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <span>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

volatile std::sig_atomic_t caught_signal = 0;
volatile std::sig_atomic_t signal_count = 0;
volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t is_patient = 0; // the first interrupt only stops new requests
bool are_noted = false;                    // rather than end the program

// Whether the first interrupt aborts requests in progress, or only prevents new ones.
enum class FirstInterrupt { ends, stops };

std::optional<ErrorKind> interruption() {
  if (caught_signal == 0) return std::nullopt;
  if (caught_signal != SIGINT) return ErrorKind::terminated;
  const bool is_pardoned = is_patient != 0 && interrupts < 2;
  return is_pardoned ? std::nullopt : std::optional(ErrorKind::interrupted);
}

// The next signal ends the program.
void note_signal(int signal) {
  if (caught_signal == 0 || signal != SIGINT) caught_signal = signal;
  signal_count = signal_count + 1;
  if (signal == SIGINT) interrupts = interrupts + 1;
  if (signal != SIGINT || is_patient == 0 || interrupts >= 2) std::signal(signal, SIG_DFL);
}

// While this object lives, the first signal that would end the program is only recorded; the second
// one ends it, or the third interrupt if the first one only prevents new requests.
class NotedSignals {
public:
  explicit NotedSignals(FirstInterrupt first) {
    is_patient = first == FirstInterrupt::stops ? 1 : 0;
    interrupts = 0;
    are_noted = true;
    struct sigaction note {};
    note.sa_handler = note_signal;
    for (std::size_t i = 0; i < ending.size(); ++i) {
      ::sigaction(ending[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(ending[i], &note, nullptr);
    }
  }
  NotedSignals(const NotedSignals&) = delete;
  NotedSignals& operator=(const NotedSignals&) = delete;
  ~NotedSignals() {
    for (std::size_t i = 0; i < ending.size(); ++i)
      ::sigaction(ending[i], &before_[i], nullptr);
    are_noted = false;
  }

private:
  static constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, ending.size()> before_{};
};

// Asks for no new requests after a signal.
class StoppableSource final : public http::RequestSource {
public:
  explicit StoppableSource(http::RequestSource& inner) : inner_(inner) {}

  std::vector<http::Request> next(std::size_t room) override {
    return inner_.next(caught_signal == 0 ? room : 0);
  }

private:
  http::RequestSource& inner_;
};

class InterruptibleTransport final : public http::Transport {
public:
  explicit InterruptibleTransport(std::unique_ptr<http::Transport> inner)
      : inner_(std::move(inner)) {}

  void send(std::span<const http::Request> requests, const http::Receive& receive) override {
    const NotedSignals noted(FirstInterrupt::ends);
    inner_->send(requests, receive);
  }

  std::optional<ErrorKind> send_each(http::RequestSource& source,
                                     const http::Receive& receive) override {
    const NotedSignals noted(FirstInterrupt::stops);
    StoppableSource stoppable(source);
    inner_->send_each(stoppable, receive);
    if (caught_signal == 0) return std::nullopt;
    return caught_signal == SIGINT ? ErrorKind::interrupted : ErrorKind::terminated;
  }

private:
  std::unique_ptr<http::Transport> inner_;
};

} // namespace

Result<std::unique_ptr<http::Transport>> make_interruptible_transport(http::Options options) {
  options.interruption = interruption;
  options.stopping = [] { return caught_signal != 0; };
  return http::make_curl_transport(std::move(options)).map([](auto transport) {
    return std::unique_ptr<http::Transport>(
        std::make_unique<InterruptibleTransport>(std::move(transport)));
  });
}

int write_until_interrupted(int fd, std::string_view text) {
  std::optional<NotedSignals> own;
  if (!are_noted) own.emplace(FirstInterrupt::ends);
  const auto before = signal_count;
  while (!text.empty()) {
    if (signal_count != before && interruption()) return EINTR;
    const auto count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

int exit_code_after(int code) {
  if (caught_signal != 0) std::raise(caught_signal);
  return code;
}

} // namespace mrctl::app
