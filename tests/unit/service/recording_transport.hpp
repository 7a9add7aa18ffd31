#pragma once

#include "mrctl/http/transport.hpp"

#include <deque>
#include <utility>
#include <vector>

namespace mrctl::test {

// A network in memory: keeps what was sent and gives the prepared answers, in order.
class RecordingTransport final : public http::Transport {
public:
  void answer(int status, std::string body, http::Headers headers = {}) {
    answers_.push_back(http::Exchange{
        .response = {status, std::move(headers), std::move(body)}, .attempts = 1, .timings = {}});
  }
  void answer(http::Exchange exchange) { answers_.emplace_back(std::move(exchange)); }
  void answer(Error error) { answers_.push_back(fail(std::move(error))); }

  void send(std::span<const http::Request> requests, const http::Receive& receive) override {
    for (std::size_t place = 0; place < requests.size(); ++place) {
      sent_.push_back(requests[place]);
      receive(place, std::move(answers_.at(0)));
      answers_.pop_front();
    }
  }

  std::optional<ErrorKind> send_each(http::RequestSource& source,
                                     const http::Receive& receive) override {
    std::size_t place = 0;
    for (auto requests = source.next(1); !requests.empty(); requests = source.next(1))
      send(requests, [&](std::size_t, Result<http::Exchange> outcome) {
        receive(place++, std::move(outcome));
      });
    return std::nullopt;
  }

  [[nodiscard]] const std::vector<http::Request>& sent() const { return sent_; }

private:
  std::deque<Result<http::Exchange>> answers_;
  std::vector<http::Request> sent_;
};

} // namespace mrctl::test
