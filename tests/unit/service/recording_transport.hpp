#pragma once

#include "mrctl/http/transport.hpp"

#include "answered_batch.hpp"

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

  std::unique_ptr<http::Batch> begin(std::size_t /*requests*/) override {
    return std::make_unique<AnsweredBatch>([this](http::Request request) {
      sent_.push_back(std::move(request));
      auto outcome = std::move(answers_.at(0));
      answers_.pop_front();
      return outcome;
    });
  }

  [[nodiscard]] const std::vector<http::Request>& sent() const { return sent_; }

private:
  std::deque<Result<http::Exchange>> answers_;
  std::vector<http::Request> sent_;
};

} // namespace mrctl::test
