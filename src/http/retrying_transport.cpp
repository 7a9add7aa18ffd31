#include "retrying_transport.hpp"

#include "mrctl/http/redaction.hpp"
#include "mrctl/http/retry_after.hpp"

#include "retry_policy.hpp"
#include "trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::http {

namespace {

// A sleep goes on where a signal interrupts it.
constexpr Duration longest_sleep{100};

using Moment = std::chrono::steady_clock::time_point;

struct Waiting {
  std::size_t index;
  Moment due;
  Result<Exchange> result; // of the attempt before
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

// A request that was refused before its first attempt keeps its zero.
void count_attempts(Result<Exchange>& result, int attempts) {
  if (result)
    result->attempts = attempts;
  else if (result.error().http && attempts > 1)
    result.error().http->attempts = attempts;
}

std::string reason_of(const Result<Exchange>& result) {
  return result ? std::to_string(result->response.status) : result.error().message;
}

// One call of RetryingTransport::send().
class Rounds {
public:
  Rounds(SingleAttempt& wire, const Options& options, const Surroundings& around,
         std::span<const Request> requests, const Receive& receive)
      : wire_(wire), options_(options), around_(around), requests_(requests), receive_(receive),
        begin_(around.now()), attempts_(requests.size(), 0) {}

  void run() {
    std::vector<std::size_t> all(requests_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    send_out(all, options_.timeout);
    while (!waiting_.empty()) {
      sleep_until_one_is_due();
      if (const auto kind = interruption_of(options_)) return give_up(*kind);
      send_again(take_due());
    }
  }

private:
  // What waits for another attempt has stored nothing, or reads only.
  void give_up(ErrorKind kind) const {
    for (const auto& waiting : waiting_)
      receive_(waiting.index, fail(interrupted(kind)));
  }

  void send_out(const std::vector<std::size_t>& places, Duration limit) {
    std::vector<Try> tries;
    tries.reserve(places.size());
    for (const auto place : places)
      tries.push_back(
          {&requests_[place], place, requests_.size(), attempts_[place] + 1, options_.retries + 1});
    wire_.attempt(tries, limit, [&](std::size_t place, Attempt attempt) {
      judge(places[place], std::move(attempt));
    });
  }

  void judge(std::size_t index, Attempt attempt) {
    const auto attempts = attempts_[index] += attempt.sends;
    const auto now = around_.now();
    auto& result = attempt.result;
    count_attempts(result, attempts);
    const auto outcome = outcome_of(requests_[index], result, attempt.outlook, around_.date());
    const Allowance allowance{.attempts = attempts,
                              .retries = options_.retries,
                              .time_left = time_left(now),
                              .jitter = around_.jitter()};
    if (result) result->asks_for_too_long = asks_for_too_long(outcome, allowance);
    const auto wait = wait_before_retry(outcome, allowance);
    if (!wait) return receive_(index, std::move(result));
    show_wait(index, *wait, result);
    waiting_.push_back({index, now + *wait, std::move(result)});
  }

  [[nodiscard]] std::optional<Duration> time_left(Moment now) const {
    if (options_.timeout.count() == 0) return std::nullopt;
    return std::chrono::floor<Duration>(begin_ + options_.timeout - now);
  }

  void show_wait(std::size_t index, Duration wait, const Result<Exchange>& result) const {
    if (!options_.trace || options_.verbosity == Verbosity::none) return;
    const auto number = requests_.size() == 1 ? std::string() : fmt::format("[{}] ", index + 1);
    const auto line = fmt::format("{}waiting {:.1f} s, then trying again ({} of {}): {}", number,
                                  static_cast<double>(wait.count()) / 1000, attempts_[index] + 1,
                                  options_.retries + 1, reason_of(result));
    options_.trace(redact(line, secrets_of(options_, requests_[index])));
  }

  void tell_of(const Waiting& waiting, Duration left) const {
    if (options_.pausing)
      options_.pausing(Pause{.reason = reason_of(waiting.result),
                             .left = left,
                             .attempt = attempts_[waiting.index] + 1,
                             .attempts = options_.retries + 1});
  }

  void sleep_until_one_is_due() const {
    const auto first = std::min_element(
        waiting_.begin(), waiting_.end(),
        [](const Waiting& one, const Waiting& other) { return one.due < other.due; });
    while (!interruption_of(options_)) {
      const auto wait = std::chrono::ceil<Duration>(first->due - around_.now());
      if (wait.count() <= 0) break;
      tell_of(*first, wait);
      around_.sleep(options_.interruption ? std::min(wait, longest_sleep) : wait);
    }
    if (options_.pausing) options_.pausing(std::nullopt);
  }

  [[nodiscard]] std::vector<Waiting> take_due() {
    const auto now = around_.now();
    const auto first = std::stable_partition(waiting_.begin(), waiting_.end(),
                                             [&](const Waiting& one) { return one.due > now; });
    std::vector<Waiting> due(std::make_move_iterator(first),
                             std::make_move_iterator(waiting_.end()));
    waiting_.erase(first, waiting_.end());
    return due;
  }

  // Others may have used up the time of those that waited: what they were answered stands.
  void send_again(std::vector<Waiting> due) {
    const auto left = time_left(around_.now());
    if (left && left->count() <= 0) {
      for (auto& one : due)
        receive_(one.index, std::move(one.result));
      return;
    }
    std::vector<std::size_t> places;
    for (const auto& one : due)
      places.push_back(one.index);
    send_out(places, left.value_or(Duration{0}));
  }

  SingleAttempt& wire_;
  const Options& options_;
  const Surroundings& around_;
  std::span<const Request> requests_;
  const Receive& receive_;
  Moment begin_;
  std::vector<int> attempts_;
  std::vector<Waiting> waiting_;
};

} // namespace

std::function<double()> make_jitter(std::uint64_t seed) {
  return [engine = std::mt19937_64(seed)]() mutable {
    return std::uniform_real_distribution<double>()(engine);
  };
}

Surroundings real_surroundings() {
  const auto now = std::chrono::steady_clock::now;
  // Processes that start together must not wait alike.
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

void RetryingTransport::send(std::span<const Request> requests, const Receive& receive) {
  Rounds(*wire_, options_, around_, requests, receive).run();
}

} // namespace mrctl::http
