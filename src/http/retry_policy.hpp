#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include "retrying_transport.hpp"

#include <optional>
#include <string_view>

namespace mrctl::http {

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
