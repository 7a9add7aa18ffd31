#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include "attempt.hpp"

#include <optional>
#include <string_view>

namespace mrctl::http {

// What came of one attempt, as far as it decides about another one.
struct Outcome {
  std::string_view method;
  int status = 0;                             // 0: there was no usable answer
  ErrorKind failure = ErrorKind::no_response; // why there was none
  Sent sent = Sent::unknown;
  Outlook outlook = Outlook::passing;
  std::optional<long long> retry_after_s = {}; // what the answer's Retry-After asks for
};

// What a request may still be given.
struct Allowance {
  int attempts = 1;                       // so far
  int retries = 2;                        // attempts after the first
  std::optional<Duration> time_left = {}; // nothing: no limit
  double jitter = 0;                      // from 0, below 1: how much of the longest wait is waited
};

// Returns how long to wait before the request goes out again, or nothing where it must not: it
// would not help, what it changes might be changed twice, or there is no attempt or time left for
// it. A wait that the service asks for is never cut short.
[[nodiscard]] std::optional<Duration> wait_before_retry(const Outcome& outcome,
                                                        const Allowance& allowance);

// Returns whether it is only for the wait, which the service asks for and the time left does not
// allow, that the request does not go out again.
[[nodiscard]] bool asks_for_too_long(const Outcome& outcome, const Allowance& allowance);

} // namespace mrctl::http
