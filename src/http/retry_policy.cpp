#include "retry_policy.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"

#include <algorithm>

namespace mrctl::http {

namespace {

using std::chrono::seconds;

constexpr Duration first_ceiling{250};
constexpr Duration last_ceiling{8'000};
// Longest delay, even without a time limit.
constexpr seconds longest_wait{366LL * 24 * 3600};

bool got_no_answer(const Outcome& outcome) {
  return outcome.status == 0 && outcome.failure == ErrorKind::no_response;
}

// What a service does not implement, it does not implement a second later either.
bool may_pass(const Outcome& outcome) {
  constexpr int not_implemented = 501;
  const auto status = outcome.status;
  return got_no_answer(outcome) || status == 408 || status == 429 ||
         (status >= 500 && status < 600 && status != not_implemented);
}

// A 503 without Retry-After may come from a gateway that gave up on a service that is still
// working; with Retry-After, the request was rejected before anything was done.
bool stored_nothing(const Outcome& outcome) {
  if (got_no_answer(outcome)) return outcome.sent == Sent::no;
  return outcome.status == 409 || outcome.status == 429 ||
         (outcome.status == 503 && outcome.retry_after_s);
}

bool is_worth_another(const Outcome& outcome) {
  if (outcome.outlook == Outlook::permanent) return false;
  return changes_nothing(outcome.method) ? may_pass(outcome) : stored_nothing(outcome);
}

// Exponential backoff with full jitter: clients that failed together do not retry together.
Duration backoff(const Allowance& allowance) {
  auto ceiling = first_ceiling;
  for (int attempt = 1; attempt < allowance.attempts && ceiling < last_ceiling; ++attempt)
    ceiling *= 2;
  const auto share =
      allowance.jitter * static_cast<double>(std::min(ceiling, last_ceiling).count());
  return Duration(static_cast<Duration::rep>(share));
}

bool may_go_again(const Outcome& outcome, const Allowance& allowance) {
  return allowance.attempts <= allowance.retries && is_worth_another(outcome);
}

bool fits(Duration wait, const Allowance& allowance) {
  return !allowance.time_left || wait < *allowance.time_left;
}

bool is_bearable(seconds asked, const Allowance& allowance) {
  return asked <= longest_wait && fits(asked, allowance);
}

} // namespace

// A Retry-After of zero or in the past permits a retry but gives no time; it must not cause a loop
// without a pause.
std::optional<Duration> wait_before_retry(const Outcome& outcome, const Allowance& allowance) {
  if (!may_go_again(outcome, allowance)) return std::nullopt;
  const seconds asked(outcome.retry_after_s.value_or(0));
  if (asked.count() > 0)
    return is_bearable(asked, allowance) ? std::optional<Duration>(asked) : std::nullopt;
  const auto wait = backoff(allowance);
  return fits(wait, allowance) ? std::optional(wait) : std::nullopt;
}

bool asks_for_too_long(const Outcome& outcome, const Allowance& allowance) {
  const seconds asked(outcome.retry_after_s.value_or(0));
  return may_go_again(outcome, allowance) && asked.count() > 0 && !is_bearable(asked, allowance);
}

} // namespace mrctl::http
