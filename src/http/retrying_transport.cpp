#include "retrying_transport.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/http/retry_after.hpp"

#include "retry_policy.hpp"
#include "trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::http {

namespace {

// Continues to sleep after a signal.
constexpr Duration longest_sleep{100};

using Moment = std::chrono::steady_clock::time_point;

// A request that was started and has no final outcome.
struct Going {
  std::optional<Request> made;    // if it came from a source
  const Request* given = nullptr; // else the caller's, which may be large
  Moment begin{};
  int attempts = 0;
  std::optional<Moment> due{};             // of the next attempt, if it waits for one
  Result<Exchange> result = fail(Error{}); // of the previous attempt

  [[nodiscard]] const Request& request() const { return made ? *made : *given; }
};

// Returns up to that many requests to start.
using Feed = std::function<std::vector<Going>(std::size_t room)>;

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
void count_attempts(Result<Exchange>& result, int attempts) {
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

// What the requests of a call have in common.
struct Manner {
  std::size_t requests = 0; // 0: unknown
  Connections connections = Connections::shared;
};

// One call of RetryingTransport::send() or send_each().
class Rounds final : public TrySource {
public:
  Rounds(const Options& options, const Surroundings& around, Feed feed, Manner manner,
         const Receive& receive)
      : options_(options), around_(around), feed_(std::move(feed)), manner_(manner),
        receive_(receive) {}

  void run(SingleAttempt& wire) {
    for (;;) {
      wire.attempt(*this,
                   [&](std::size_t place, Attempt attempt) { judge(place, std::move(attempt)); });
      if (going_.empty()) return;
      sleep_until_one_is_due();
      if (const auto kind = end_of_waiting()) give_up(*kind);
    }
  }

  std::vector<Try> next_tries(std::size_t room) override {
    if (const auto kind = end_of_waiting()) give_up(*kind);
    auto tries = due_tries(room);
    for (auto& going : feed_(room_for_new(room - tries.size()))) {
      going.begin = around_.now();
      const auto place = begun_++;
      tries.push_back(try_of(place, going_[place] = std::move(going), options_.timeout));
    }
    return tries;
  }

private:
  // Waiting requests keep their bodies in memory, so if all wait, new ones must wait too.
  [[nodiscard]] std::size_t room_for_new(std::size_t room) const {
    if (manner_.requests != 0) return room;
    const auto most = 2 * std::max<std::size_t>(1, options_.parallel);
    return going_.size() >= most ? 0 : std::min(room, most - going_.size());
  }

  [[nodiscard]] Try try_of(std::size_t place, const Going& going, Duration limit) const {
    return {.request = &going.request(),
            .place = place,
            .requests = manner_.requests,
            .attempt = going.attempts + 1,
            .attempts = options_.retries + 1,
            .limit = limit,
            .connections = manner_.connections};
  }

  // If others have used up the time of waiting requests, their previous result is final.
  std::vector<Try> due_tries(std::size_t room) {
    std::vector<Try> tries;
    for (auto at = going_.begin(); at != going_.end() && tries.size() < room;) {
      auto& [place, going] = *at++;
      const auto now = around_.now();
      if (!going.due || *going.due > now) continue;
      going.due.reset();
      const auto left = time_left(going, now);
      if (left && left->count() <= 0)
        hand_over(place, std::move(going.result));
      else
        tries.push_back(try_of(place, going, left.value_or(Duration{0})));
    }
    return tries;
  }

  // A copy of the place, because the reference may die with the request.
  void hand_over(std::size_t place, Result<Exchange> result) {
    going_.erase(place);
    receive_(place, std::move(result));
  }

  // What was refused was sent, and its refusal stands.
  [[nodiscard]] Error interrupted_wait(ErrorKind kind, const Going& going) const {
    if (!going.result) return interrupted(kind);
    const auto& response = going.result->response;
    HttpFacts facts;
    facts.status = response.status;
    facts.attempts = going.attempts;
    facts.retry_after_s = retry_after_s(response.headers, around_.date());
    facts.sent = Sent::yes;
    return with_http({.kind = kind,
                      .message = fmt::format("interrupted while waiting to try again after {}",
                                             response.status)},
                     std::move(facts));
  }

  // A request that waits for a retry has stored nothing, or is a read.
  void give_up(ErrorKind kind) {
    for (auto at = going_.begin(); at != going_.end();) {
      const auto& [place, going] = *at++;
      if (going.due) hand_over(place, fail(interrupted_wait(kind, going)));
    }
  }

  [[nodiscard]] std::optional<ErrorKind> end_of_waiting() const {
    if (const auto kind = interruption_of(options_)) return kind;
    const bool stops = options_.stopping && options_.stopping();
    return stops ? std::optional(ErrorKind::interrupted) : std::nullopt;
  }

  void judge(std::size_t place, Attempt attempt) {
    auto& going = going_.at(place);
    going.attempts += attempt.sends;
    const auto now = around_.now();
    auto& result = attempt.result;
    count_attempts(result, going.attempts);
    const auto outcome = outcome_of(going.request(), result, attempt.outlook, around_.date());
    const Allowance allowance{.attempts = going.attempts,
                              .retries = options_.retries,
                              .time_left = time_left(going, now),
                              .jitter = around_.jitter()};
    if (result) result->asks_for_too_long = asks_for_too_long(outcome, allowance);
    const auto wait = wait_before_retry(outcome, allowance);
    if (!wait) return hand_over(place, std::move(result));
    show_wait(place, going, *wait, result);
    going.due = now + *wait;
    going.result = std::move(result);
  }

  [[nodiscard]] std::optional<Duration> time_left(const Going& going, Moment now) const {
    if (options_.timeout.count() == 0) return std::nullopt;
    return std::chrono::floor<Duration>(going.begin + options_.timeout - now);
  }

  void show_wait(std::size_t place, const Going& going, Duration wait,
                 const Result<Exchange>& result) const {
    if (!options_.trace || options_.verbosity == Verbosity::none) return;
    const auto number = manner_.requests == 1 ? std::string() : fmt::format("[{}] ", place + 1);
    const auto line = fmt::format("{}waiting {:.1f} s, then trying again ({} of {}): {}", number,
                                  static_cast<double>(wait.count()) / 1000, going.attempts + 1,
                                  options_.retries + 1, reason_of(result));
    options_.trace(redact(line, secrets_of(options_, going.request())));
  }

  void tell_of(const Going& going, Duration left) const {
    if (options_.pausing)
      options_.pausing(Pause{.reason = reason_of(going.result),
                             .left = left,
                             .attempt = going.attempts + 1,
                             .attempts = options_.retries + 1});
  }

  // Nothing is in progress: all remaining requests wait.
  void sleep_until_one_is_due() const {
    const auto first =
        std::min_element(going_.begin(), going_.end(), [](const auto& one, const auto& other) {
          return *one.second.due < *other.second.due;
        });
    while (!end_of_waiting()) {
      const auto wait = std::chrono::ceil<Duration>(*first->second.due - around_.now());
      if (wait.count() <= 0) break;
      tell_of(first->second, wait);
      around_.sleep(options_.interruption ? std::min(wait, longest_sleep) : wait);
    }
    if (options_.pausing) options_.pausing(std::nullopt);
  }

  const Options& options_;
  const Surroundings& around_;
  Feed feed_;
  Manner manner_;
  const Receive& receive_;
  std::map<std::size_t, Going> going_; // by place
  std::size_t begun_ = 0;
};

Feed feed_of(std::span<const Request> requests) {
  return [requests](std::size_t room) mutable {
    std::vector<Going> begun;
    for (; !requests.empty() && begun.size() < room; requests = requests.subspan(1))
      begun.push_back({.made = {}, .given = &requests.front()});
    return begun;
  };
}

Feed feed_of(RequestSource& source) {
  return [&source](std::size_t room) {
    std::vector<Going> begun;
    for (auto& request : source.next(room))
      begun.push_back({.made = std::move(request)});
    return begun;
  };
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

void RetryingTransport::send(std::span<const Request> requests, const Receive& receive) {
  const Manner manner{requests.size(), Connections::fresh_for_changes};
  Rounds(options_, around_, feed_of(requests), manner, receive).run(*wire_);
}

std::optional<ErrorKind> RetryingTransport::send_each(RequestSource& source,
                                                      const Receive& receive) {
  Rounds(options_, around_, feed_of(source), {}, receive).run(*wire_);
  return std::nullopt;
}

} // namespace mrctl::http
