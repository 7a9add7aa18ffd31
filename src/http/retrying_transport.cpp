#include "retrying_transport.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"

#include "trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::http {

namespace {

// The longest time to sleep at once, so that a signal is noticed.
constexpr Duration longest_sleep{100};

using Moment = std::chrono::steady_clock::time_point;

// A request that was started and has no final outcome.
struct Unfinished {
  Request request;
  Moment begin{};
  int attempts = 0;
  std::optional<Moment> due{};             // of the next attempt, if it waits for one
  Result<Exchange> result = fail(Error{}); // of the previous attempt
};

Outcome outcome_of(const Request& request, const Result<Exchange>& result, Outlook outlook,
                   std::chrono::system_clock::time_point date) {
  Outcome outcome{.method = request.method};
  outcome.outlook = outlook;
  if (result) {
    outcome.status = result->response.status;
    outcome.retry_after_s = retry_after_s(result->response.headers, date);
    outcome.sent = Sent::yes;
  } else {
    outcome.failure = result.error().kind;
    if (result.error().http) outcome.sent = result.error().http->sent;
  }
  return outcome;
}

// A request that was rejected before its first attempt keeps zero.
void put_attempts(Result<Exchange>& result, int attempts) {
  if (result)
    result->attempts = attempts;
  else if (result.error().http && attempts > 1) {
    auto facts = http_facts(result.error());
    facts.attempts = attempts;
    result = fail(with_http(std::move(result.error()), std::move(facts)));
  }
}

std::string reason_of(const Result<Exchange>& result) {
  return result ? std::to_string(result->response.status) : result.error().message;
}

class RetryingBatch final : public Batch {
public:
  RetryingBatch(SingleAttempt& wire, const Options& options, const Surroundings& around,
                std::size_t requests)
      : wire_(wire), options_(options), around_(around), requests_(requests) {}

  // Waiting requests keep their bodies in memory, so if all wait, new ones must wait too.
  std::size_t room() override {
    if (requests_ == 0 && stopped()) return 0;
    start_what_is_due();
    if (requests_ != 0) return wire_.room();
    const auto most = 2 * std::max<std::size_t>(1, options_.parallel);
    return std::min(wire_.room(), most - std::min(most, unfinished_.size()));
  }

  void start(Request request) override {
    const auto place = begun_++;
    auto& begun = unfinished_[place];
    begun.request = std::move(request);
    begun.begin = around_.now();
    if (const auto kind = interruption_of(options_))
      finish(place, fail(interrupted(*kind)));
    else
      wire_.start(try_of(place, begun, options_.timeout));
  }

  std::optional<Finished> next() override {
    while (finished_.empty() && !unfinished_.empty()) {
      if (const auto kind = end_of_waiting()) give_up(*kind);
      start_what_is_due();
      if (all_wait())
        sleep_until_one_is_due();
      else
        for (auto& attempt : wire_.wait())
          judge(std::move(attempt));
    }
    if (finished_.empty()) return std::nullopt;
    auto first = std::move(finished_.front());
    finished_.pop_front();
    return first;
  }

  [[nodiscard]] std::optional<ErrorKind> stopped() const override {
    return options_.stopping ? options_.stopping() : std::nullopt;
  }

private:
  [[nodiscard]] Try try_of(std::size_t place, const Unfinished& one, Duration limit) const {
    return {.request = &one.request,
            .place = place,
            .requests = requests_,
            .attempt = one.attempts + 1,
            .attempts = options_.retries + 1,
            .limit = limit,
            .connections = requests_ == 0 ? Connections::shared : Connections::fresh_for_changes};
  }

  // If others have used up the time of waiting requests, their previous result is final.
  void start_what_is_due() {
    for (auto at = unfinished_.begin(); at != unfinished_.end() && wire_.room() > 0;) {
      auto& [place, one] = *at++;
      const auto now = around_.now();
      if (!one.due || *one.due > now) continue;
      one.due.reset();
      const auto left = time_left(one, now);
      if (left && left->count() <= 0)
        finish(place, std::move(one.result));
      else
        wire_.start(try_of(place, one, left.value_or(Duration{0})));
    }
  }

  // Takes a copy of the place, because a reference into the request would end with it.
  void finish(std::size_t place, Result<Exchange> result) {
    unfinished_.erase(place);
    finished_.push_back({place, std::move(result)});
  }

  // Returns the error of a request whose wait for another attempt was interrupted. If an answer
  // refused the request, it was sent, and the error says how it was refused.
  [[nodiscard]] Error interrupted_wait(ErrorKind kind, const Unfinished& one) const {
    if (!one.result) return interrupted(kind);
    const auto& response = one.result->response;
    HttpFacts facts;
    facts.status = response.status;
    facts.attempts = one.attempts;
    facts.retry_after_s = retry_after_s(response.headers, around_.date());
    facts.sent = Sent::yes;
    return with_http({.kind = kind,
                      .message = fmt::format("interrupted while waiting to try again after {}",
                                             response.status)},
                     std::move(facts));
  }

  // A request that waits for a retry has stored nothing, or is a read.
  void give_up(ErrorKind kind) {
    for (auto at = unfinished_.begin(); at != unfinished_.end();) {
      const auto& [place, one] = *at++;
      if (one.due) finish(place, fail(interrupted_wait(kind, one)));
    }
  }

  [[nodiscard]] std::optional<ErrorKind> end_of_waiting() const {
    if (const auto kind = interruption_of(options_)) return kind;
    return stopped();
  }

  [[nodiscard]] bool all_wait() const {
    return !unfinished_.empty() && std::ranges::all_of(unfinished_, [](const auto& each) {
      return each.second.due.has_value();
    });
  }

  void judge(Attempt attempt) {
    const auto place = attempt.place;
    auto& one = unfinished_.at(place);
    one.attempts += attempt.sends;
    const auto now = around_.now();
    auto& result = attempt.result;
    put_attempts(result, one.attempts);
    const auto outcome = outcome_of(one.request, result, attempt.outlook, around_.date());
    const Allowance allowance{.attempts = one.attempts,
                              .retries = options_.retries,
                              .time_left = time_left(one, now),
                              .jitter = around_.jitter()};
    if (result) result->asks_for_too_long = asks_for_too_long(outcome, allowance);
    const auto wait = wait_before_retry(outcome, allowance);
    if (!wait) return finish(place, std::move(result));
    show_wait(place, one, *wait, result);
    one.due = now + *wait;
    one.result = std::move(result);
  }

  [[nodiscard]] std::optional<Duration> time_left(const Unfinished& one, Moment now) const {
    if (options_.timeout.count() == 0) return std::nullopt;
    return std::chrono::floor<Duration>(one.begin + options_.timeout - now);
  }

  void show_wait(std::size_t place, const Unfinished& one, Duration wait,
                 const Result<Exchange>& result) const {
    if (!options_.trace || options_.verbosity == Verbosity::none) return;
    const auto number = requests_ == 1 ? std::string() : fmt::format("[{}] ", place + 1);
    const auto line = fmt::format("{}waiting {:.1f} s, then trying again ({} of {}): {}", number,
                                  static_cast<double>(wait.count()) / 1000, one.attempts + 1,
                                  options_.retries + 1, reason_of(result));
    options_.trace(redact(line, secrets_of(options_, one.request)));
  }

  // Nothing is in progress: all remaining requests wait.
  void sleep_until_one_is_due() const {
    const auto first = std::min_element(
        unfinished_.begin(), unfinished_.end(),
        [](const auto& one, const auto& other) { return *one.second.due < *other.second.due; });
    while (!end_of_waiting()) {
      const auto wait = std::chrono::ceil<Duration>(*first->second.due - around_.now());
      if (wait.count() <= 0) break;
      if (options_.pausing)
        options_.pausing(Pause{.reason = reason_of(first->second.result),
                               .left = wait,
                               .attempt = first->second.attempts + 1,
                               .attempts = options_.retries + 1});
      around_.sleep(options_.interruption ? std::min(wait, longest_sleep) : wait);
    }
    if (options_.pausing) options_.pausing(std::nullopt);
  }

  SingleAttempt& wire_;
  const Options& options_;
  const Surroundings& around_;
  std::size_t requests_;                         // 0: unknown
  std::map<std::size_t, Unfinished> unfinished_; // by place
  std::deque<Finished> finished_;
  std::size_t begun_ = 0;
};

using std::chrono::seconds;

constexpr Duration first_ceiling{250};
constexpr Duration last_ceiling{8'000};
// The longest delay before a retry, even without a time limit.
constexpr seconds longest_wait{366LL * 24 * 3600};

bool got_no_answer(const Outcome& outcome) {
  return outcome.status == 0 && outcome.failure == ErrorKind::no_response;
}

// "Not implemented" (501) is not tried again: the service will not implement it within seconds.
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
  if (allowance.attempts > allowance.retries || outcome.outlook == Outlook::permanent) return false;
  return changes_nothing(outcome.method) ? may_pass(outcome) : stored_nothing(outcome);
}

bool fits(Duration wait, const Allowance& allowance) {
  return !allowance.time_left || wait < *allowance.time_left;
}

bool is_bearable(seconds asked, const Allowance& allowance) {
  return asked <= longest_wait && fits(asked, allowance);
}

} // namespace

std::function<double()> make_jitter(std::uint64_t seed) {
  return [engine = std::mt19937_64(seed)]() mutable {
    return std::uniform_real_distribution<double>()(engine);
  };
}

Surroundings real_surroundings() {
  const auto now = std::chrono::steady_clock::now;
  // Processes that start together must not use the same delays.
  const auto seed = static_cast<std::uint64_t>(now().time_since_epoch().count()) ^
                    (static_cast<std::uint64_t>(getpid()) << 32U);
  return {.now = now,
          .date = std::chrono::system_clock::now,
          .sleep = [](Duration wait) { std::this_thread::sleep_for(wait); },
          .jitter = make_jitter(seed)};
}

RetryingTransport::RetryingTransport(std::unique_ptr<SingleAttempt> wire, Options options,
                                     Surroundings around)
    : wire_(std::move(wire)), options_(std::move(options)), around_(std::move(around)) {}

std::unique_ptr<Batch> RetryingTransport::begin(std::size_t requests) {
  return std::make_unique<RetryingBatch>(*wire_, options_, around_, requests);
}

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
