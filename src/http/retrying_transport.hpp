#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace mrctl::http {

// Whether a failure may be transient, or needs someone to fix it: a certificate, a setting, an
// answer that is too large.
enum class Outlook { passing, permanent };

// Whether a request that changes something gets a new connection, or may reuse an open one: new
// ones are expensive for many requests.
enum class Connections { fresh_for_changes, shared };

// One attempt at a request of a batch.
struct Try {
  const Request* request = nullptr; // not owned
  std::size_t place = 0;            // of the request in the batch
  std::size_t requests = 1;         // in the batch; 0 if unknown
  int attempt = 1;
  int attempts = 1;  // that the request may have
  Duration limit{0}; // time limit; zero: none
  Connections connections = Connections::fresh_for_changes;
};

struct Attempt {
  std::size_t place = 0;
  Result<Exchange> result;
  Outlook outlook = Outlook::passing;
  int sends = 1; // more if libcurl sent the request again by itself
};

// Returns why the requests must be aborted, if so.
[[nodiscard]] inline std::optional<ErrorKind> interruption_of(const Options& options) {
  return options.interruption ? options.interruption() : std::nullopt;
}

// Returns the failure of a request that was not started.
[[nodiscard]] inline Error interrupted(ErrorKind kind) {
  return with_http({.kind = kind, .message = "interrupted; nothing was sent"}, {});
}

// Tries each request once, within a given time limit, several side by side.
class SingleAttempt {
public:
  SingleAttempt() = default;
  SingleAttempt(const SingleAttempt&) = delete;
  SingleAttempt& operator=(const SingleAttempt&) = delete;
  virtual ~SingleAttempt() = default;

  // Returns how many attempts may start now.
  [[nodiscard]] virtual std::size_t room() const = 0;

  // Starts an attempt; its request must live until the attempt is over.
  virtual void start(const Try& tried) = 0;

  // Waits for a short time, and returns the attempts that are over, each exactly once.
  [[nodiscard]] virtual std::vector<Attempt> wait() = 0;
};

// The clock and the random numbers, which tests replace.
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
  // Uses the retries, the time limit and the trace of the options.
  RetryingTransport(std::unique_ptr<SingleAttempt> wire, Options options, Surroundings around);

  [[nodiscard]] std::unique_ptr<Batch> begin(std::size_t requests) override;

private:
  std::unique_ptr<SingleAttempt> wire_;
  Options options_;
  Surroundings around_;
};

// The outcome of an attempt, as far as it matters for a retry.
struct Outcome {
  std::string_view method;
  int status = 0;                             // 0: there was no usable answer
  ErrorKind failure = ErrorKind::no_response; // why there was no answer
  Sent sent = Sent::unknown;
  Outlook outlook = Outlook::passing;
  std::optional<long long> retry_after_s = {}; // from the answer's Retry-After
};

// How much a request has left.
struct Allowance {
  int attempts = 1;                       // so far
  int retries = 2;                        // attempts after the first
  std::optional<Duration> time_left = {}; // nothing: no limit
  double jitter = 0;                      // from 0, below 1: share of the longest delay
};

// Returns the delay before a retry, or nothing if there must be none: it would not help, something
// might be changed twice, or no attempt or time is left. A delay that the service asks for is never
// shortened.
[[nodiscard]] std::optional<Duration> wait_before_retry(const Outcome& outcome,
                                                        const Allowance& allowance);

// Returns whether the request is not retried only because the delay that the service asks for
// exceeds the time left.
[[nodiscard]] bool asks_for_too_long(const Outcome& outcome, const Allowance& allowance);

} // namespace mrctl::http
