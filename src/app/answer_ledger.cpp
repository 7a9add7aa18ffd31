#include "answer_ledger.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"
#include "mrctl/base/method.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

namespace mrctl::app {

// Shows what a batch is waiting for.
class Waiting {
public:
  Waiting(const BeginActivity& begin, const std::string& base_url, std::size_t requests)
      : begin_(begin), host_(host_of(base_url).map(address_of).value_or(base_url)),
        requests_(requests), left_(requests) {}

  // A batch of unknown size shows its own progress.
  void start(std::size_t size_of_body) {
    if (!begin_ || requests_ == 0 || activity_) return;
    sending_ = what_is_sent(size_of_body);
    activity_ = begin_(sending_);
  }

  void take_outcome() {
    --left_;
    if (activity_) activity_->say(text());
  }

  void pause(const std::optional<http::Pause>& pause) {
    pause_.clear();
    if (pause)
      pause_ = fmt::format("{}, again in {} s (attempt {} of {})", pause->reason,
                           std::chrono::ceil<std::chrono::seconds>(pause->left).count(),
                           pause->attempt, pause->attempts);
    if (activity_) activity_->say(text());
  }

private:
  [[nodiscard]] std::string what_is_sent(std::size_t size) const {
    constexpr std::size_t megabyte = 1'000'000;
    if (requests_ > 1) return fmt::format("waiting for {} answers from {}", requests_, host_);
    if (size >= megabyte)
      return fmt::format("sending {} MB to {}", (size + megabyte / 2) / megabyte, host_);
    return fmt::format("waiting for {}", host_);
  }

  [[nodiscard]] std::string text() const {
    const auto left = requests_ > 1 && (left_ < requests_ || !pause_.empty())
                          ? fmt::format(", {} of {} answers left", left_, requests_)
                          : std::string();
    if (!pause_.empty()) return pause_ + left;
    return left.empty() ? sending_ : fmt::format("waiting for {}{}", host_, left);
  }

  const BeginActivity& begin_;
  std::string host_;
  std::size_t requests_;
  std::size_t left_;
  std::string sending_;
  std::string pause_;
  std::unique_ptr<Activity> activity_;
};

AnswerLedger::AnswerLedger(std::string_view base_url, BeginActivity begin_activity,
                           NoteSignals note_signals, TellOfStopping tell_of_stopping)
    : base_url_(base_url.substr(0, base_url.find_last_not_of('/') + 1)),
      begin_activity_(std::move(begin_activity)), note_signals_(std::move(note_signals)),
      tell_of_stopping_(std::move(tell_of_stopping)) {
  constexpr std::size_t size_of_reserve = 64 * 1024;
  reserve_.reserve(size_of_reserve); // address space, of which no page is written
}

class AnswerLedger::ObservedBatch final : public http::Batch {
public:
  ObservedBatch(http::Transport& inner, AnswerLedger& ledger, std::size_t requests)
      : ledger_(ledger), signals_(note_signals(requests)), inner_(inner.begin(requests)),
        waiting_(ledger.begin_activity_, ledger.base_url_, requests) {
    ledger_.show_pause_ = [this](const auto& pause) { waiting_.pause(pause); };
  }
  ~ObservedBatch() override { ledger_.show_pause_ = nullptr; }
  ObservedBatch(const ObservedBatch&) = delete;
  ObservedBatch& operator=(const ObservedBatch&) = delete;

  std::size_t room() override { return inner_->room(); }

  void start(http::Request request) override {
    const auto& operation = operations_[started_++] = ledger_.operation_of(request);
    ledger_.note_request(operation);
    waiting_.start(request.body.size());
    inner_->start(std::move(request));
  }

  std::optional<http::Finished> next() override {
    auto finished = inner_->next();
    if (!finished) return std::nullopt;
    waiting_.take_outcome();
    ledger_.note_outcome(operations_.extract(finished->place).mapped(), finished->outcome);
    return finished;
  }

  [[nodiscard]] std::optional<ErrorKind> stopped() const override { return inner_->stopped(); }

private:
  // The first interrupt ends a batch of known size, and stops one of unknown size.
  std::shared_ptr<const void> note_signals(std::size_t requests) {
    if (!ledger_.note_signals_) return nullptr;
    if (requests > 0) return ledger_.note_signals_(FirstInterrupt::ends, {});
    return ledger_.note_signals_(FirstInterrupt::stops, [this] {
      if (ledger_.tell_of_stopping_) ledger_.tell_of_stopping_(operations_.size());
    });
  }

  AnswerLedger& ledger_;
  std::shared_ptr<const void> signals_;
  std::unique_ptr<http::Batch> inner_;
  Waiting waiting_;
  std::map<std::size_t, std::string> operations_; // of the requests in progress, by place
  std::size_t started_ = 0;
};

class AnswerLedger::ObservedTransport final : public http::Transport {
public:
  ObservedTransport(std::unique_ptr<http::Transport> inner, AnswerLedger& ledger)
      : inner_(std::move(inner)), ledger_(ledger) {}

  std::unique_ptr<http::Batch> begin(std::size_t requests) override {
    return std::make_unique<ObservedBatch>(*inner_, ledger_, requests);
  }

private:
  std::unique_ptr<http::Transport> inner_;
  AnswerLedger& ledger_;
};

MakeTransport AnswerLedger::watching(MakeTransport make) {
  return [this, make = std::move(make)](
             http::Options options) -> Result<std::unique_ptr<http::Transport>> {
    options.pausing = [this](const std::optional<http::Pause>& pause) {
      if (show_pause_) show_pause_(pause);
    };
    TRY_ASSIGN(auto inner, make(std::move(options)));
    return std::make_unique<ObservedTransport>(std::move(inner), *this);
  };
}

std::string AnswerLedger::operation_of(const http::Request& request) const {
  const std::string_view url = request.url;
  const auto path = url.starts_with(base_url_) ? url.substr(base_url_.size()) : url;
  return fmt::format("{} {}", request.method, path);
}

// A later read does not replace a request that may have changed something.
void AnswerLedger::enter(HttpFacts facts) {
  const bool goes_over =
      !sent_ || changes_nothing(sent_->operation) || !changes_nothing(facts.operation);
  if (goes_over) sent_ = std::move(facts);
}

void AnswerLedger::note_request(std::string operation) {
  HttpFacts facts;
  facts.operation = std::move(operation);
  facts.sent = Sent::unknown;
  enter(std::move(facts));
}

void AnswerLedger::note_outcome(std::string operation, const Result<http::Exchange>& outcome) {
  HttpFacts facts = outcome ? HttpFacts{} : http_facts(outcome.error());
  facts.operation = std::move(operation);
  if (outcome) {
    facts.status = outcome->response.status;
    facts.attempts = outcome->attempts;
    facts.sent = Sent::yes;
  }
  if (is_success(facts.status) && !changes_nothing(facts.operation)) done_ = facts;
  enter(std::move(facts));
}

std::optional<HttpFacts> AnswerLedger::facts_afterwards() const {
  if (done_) return done_;
  const bool only_read = !sent_ || changes_nothing(sent_->operation);
  return only_read ? std::optional(HttpFacts{}) : std::nullopt;
}

Error AnswerLedger::completed(Error error) const {
  const bool leaves_open =
      error.kind == ErrorKind::internal || error.kind == ErrorKind::unexpected_response;
  if (!leaves_open || error.http || done_) return error;
  const auto facts = facts_afterwards();
  return facts ? with_http(std::move(error), *facts) : error;
}

Error AnswerLedger::failure(std::string message) {
  std::string().swap(reserve_);
  auto error = Error::internal(std::move(message));
  const auto facts = sent_.value_or(HttpFacts{});
  if (may_have_acted(facts)) error.hint = check_before_repeating(effect_of(facts.operation));
  return with_http(std::move(error), facts);
}

} // namespace mrctl::app
