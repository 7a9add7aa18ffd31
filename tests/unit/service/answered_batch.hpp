#pragma once

#include "mrctl/http/transport.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace mrctl::test {

// Requests one at a time, each answered by a function.
class AnsweredBatch final : public http::Batch {
public:
  using Answer = std::function<Result<http::Exchange>(http::Request request)>;
  explicit AnsweredBatch(Answer answer) : answer_(std::move(answer)) {}

  std::size_t room() override { return outcome_ ? 0 : 1; }
  void start(http::Request request) override { outcome_ = answer_(std::move(request)); }
  std::optional<http::Finished> next() override {
    if (!outcome_) return std::nullopt;
    http::Finished finished{place_++, *std::move(outcome_)};
    outcome_.reset();
    return finished;
  }
  [[nodiscard]] std::optional<ErrorKind> stopped() const override { return std::nullopt; }

private:
  Answer answer_;
  std::optional<Result<http::Exchange>> outcome_;
  std::size_t place_ = 0;
};

} // namespace mrctl::test
