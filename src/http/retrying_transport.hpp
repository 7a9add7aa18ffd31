#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "attempt.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace mrctl::http {

// A transport that tries each request once, within a given time limit.
class SingleAttempt {
public:
  virtual ~SingleAttempt() = default;

  // Delivers the outcome of each attempt exactly once, like Transport::send_each().
  virtual void attempt(TrySource& tries, const ReceiveAttempt& receive) = 0;
};

// Clock and randomness, which tests replace.
struct Surroundings {
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<std::chrono::system_clock::time_point()> date;
  std::function<void(Duration)> sleep;
  std::function<double()> jitter; // from 0, below 1
};

// Returns a source of jitter; the same seed gives the same numbers.
[[nodiscard]] std::function<double()> make_jitter(std::uint64_t seed);

[[nodiscard]] Surroundings real_surroundings();

// Retries failed requests if that is safe and may help. Each request has its own attempts and
// delays; those that are due at the same time are sent together. The time limit covers all
// attempts: each gets the time that is left.
class RetryingTransport final : public Transport {
public:
  // Of the options it uses the retries, the time limit and the trace.
  RetryingTransport(std::unique_ptr<SingleAttempt> wire, Options options, Surroundings around);

  void send(std::span<const Request> requests, const Receive& receive) override;
  std::optional<ErrorKind> send_each(RequestSource& source, const Receive& receive) override;

private:
  std::unique_ptr<SingleAttempt> wire_;
  Options options_;
  Surroundings around_;
};

} // namespace mrctl::http
