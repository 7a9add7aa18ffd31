#include "interruptions.hpp"

#include <array>
#include <csignal>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

volatile std::sig_atomic_t caught_signal = 0;

std::optional<ErrorKind> interruption() {
  if (caught_signal == 0) return std::nullopt;
  return caught_signal == SIGINT ? ErrorKind::interrupted : ErrorKind::terminated;
}

// While it lives, the first signal that would end the program is noted only; a second one ends it.
class NotedSignals {
public:
  NotedSignals() {
    struct sigaction note {};
    note.sa_handler = [](int signal) { caught_signal = signal; };
    note.sa_flags = static_cast<int>(SA_RESETHAND);
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
  }

private:
  static constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, ending.size()> before_{};
};

class InterruptibleTransport final : public http::Transport {
public:
  explicit InterruptibleTransport(std::unique_ptr<http::Transport> inner)
      : inner_(std::move(inner)) {}

  void send(std::span<const http::Request> requests, const http::Receive& receive) override {
    const NotedSignals noted;
    inner_->send(requests, receive);
  }

private:
  std::unique_ptr<http::Transport> inner_;
};

} // namespace

Result<std::unique_ptr<http::Transport>> make_interruptible_transport(http::Options options) {
  options.interruption = interruption;
  return http::make_curl_transport(std::move(options)).map([](auto transport) {
    return std::unique_ptr<http::Transport>(
        std::make_unique<InterruptibleTransport>(std::move(transport)));
  });
}

int exit_code_after(int code) {
  if (caught_signal != 0) std::raise(caught_signal);
  return code;
}

} // namespace mrctl::app
