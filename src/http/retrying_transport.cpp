#include "retrying_transport.hpp"

#include "mrctl/http/redaction.hpp"
#include "mrctl/http/retry_after.hpp"

#include "retry_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::http {

namespace {

using Moment = std::chrono::steady_clock::time_point;

struct Waiting {
  std::size_t index;
  Moment due;
};

Outcome outcome_of(const Request& request, const Result<Exchange>& result,
                   std::chrono::system_clock::time_point date) {
  Outcome outcome{.method = request.method};
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

std::string without_secrets(const Request& request, std::string_view text) {
  if (!request.key) return redact(text, {});
  return redact(text, std::span(&*request.key, 1));
}

// One call of RetryingTransport::send().
class Rounds {
public:
  Rounds(SingleAttempt& wire, const Options& options, const Surroundings& around,
         std::span<const Request> requests)
      : wire_(wire), options_(options), around_(around), requests_(requests), begin_(around.now()),
        attempts_(requests.size(), 0) {}

  [[nodiscard]] std::vector<Result<Exchange>> run() {
    results_ = wire_.attempt(requests_, options_.timeout);
    for (std::size_t index = 0; index < results_.size(); ++index)
      judge(index);
    while (!waiting_.empty()) {
      sleep_until_one_is_due();
      send_again(take_due());
    }
    return std::move(results_);
  }

private:
  void judge(std::size_t index) {
    const auto attempts = ++attempts_[index];
    const auto now = around_.now();
    count_attempts(results_[index], attempts);
    const auto wait =
        wait_before_retry(outcome_of(requests_[index], results_[index], around_.date()),
                          {.attempts = attempts,
                           .retries = options_.retries,
                           .time_left = time_left(now),
                           .jitter = around_.jitter()});
    if (!wait) return;
    show_wait(index, *wait);
    waiting_.push_back({index, now + *wait});
  }

  [[nodiscard]] std::optional<Duration> time_left(Moment now) const {
    if (options_.timeout.count() == 0) return std::nullopt;
    return std::chrono::floor<Duration>(begin_ + options_.timeout - now);
  }

  void show_wait(std::size_t index, Duration wait) const {
    if (!options_.trace || options_.verbosity == Verbosity::none) return;
    const auto number = requests_.size() == 1 ? std::string() : fmt::format("[{}] ", index + 1);
    const auto line = fmt::format("{}waiting {:.1f} s, then trying again ({} of {}): {}", number,
                                  static_cast<double>(wait.count()) / 1000, attempts_[index] + 1,
                                  options_.retries + 1, reason_of(results_[index]));
    options_.trace(without_secrets(requests_[index], line));
  }

  void sleep_until_one_is_due() const {
    const auto first = std::min_element(
        waiting_.begin(), waiting_.end(),
        [](const Waiting& one, const Waiting& other) { return one.due < other.due; });
    const auto wait = std::chrono::ceil<Duration>(first->due - around_.now());
    if (wait.count() > 0) around_.sleep(wait);
  }

  [[nodiscard]] std::vector<std::size_t> take_due() {
    const auto now = around_.now();
    const auto later = std::stable_partition(waiting_.begin(), waiting_.end(),
                                             [&](const Waiting& one) { return one.due > now; });
    std::vector<std::size_t> due;
    for (auto one = later; one != waiting_.end(); ++one)
      due.push_back(one->index);
    waiting_.erase(later, waiting_.end());
    return due;
  }

  // Others may have used up the time of those that waited: what they were answered stands.
  void send_again(const std::vector<std::size_t>& due) {
    const auto left = time_left(around_.now());
    if (left && left->count() <= 0) return;
    std::vector<Request> again;
    for (const auto index : due)
      again.push_back(requests_[index]);
    auto results = wire_.attempt(again, left.value_or(Duration{0}));
    for (std::size_t i = 0; i < due.size(); ++i) {
      results_[due[i]] = std::move(results[i]);
      judge(due[i]);
    }
  }

  SingleAttempt& wire_;
  const Options& options_;
  const Surroundings& around_;
  std::span<const Request> requests_;
  Moment begin_;
  std::vector<int> attempts_;
  std::vector<Waiting> waiting_;
  std::vector<Result<Exchange>> results_;
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

std::vector<Result<Exchange>> RetryingTransport::send(std::span<const Request> requests) {
  return Rounds(*wire_, options_, around_, requests).run();
}

} // namespace mrctl::http
