#include "answer_ledger.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

constexpr std::size_t size_of_reserve = 64 * 1024;

} // namespace

AnswerLedger::AnswerLedger(std::string_view base_url)
    : base_url_(base_url.substr(0, base_url.find_last_not_of('/') + 1)) {
  reserve_.reserve(size_of_reserve); // address space, of which no page is written
}

class AnswerLedger::Watched : public http::Transport {
public:
  Watched(std::unique_ptr<http::Transport> inner, AnswerLedger& ledger)
      : inner_(std::move(inner)), ledger_(ledger) {}

  void send(std::span<const http::Request> requests, const http::Receive& receive) override;
  std::optional<ErrorKind> send_each(http::RequestSource& source,
                                     const http::Receive& receive) override;

private:
  std::unique_ptr<http::Transport> inner_;
  AnswerLedger& ledger_;
};

// Records the requests of a source, and keeps the operations of those in progress.
class AnswerLedger::WatchedSource final : public http::RequestSource {
public:
  WatchedSource(http::RequestSource& inner, AnswerLedger& ledger)
      : inner_(inner), ledger_(ledger) {}

  std::vector<http::Request> next(std::size_t room) override {
    auto requests = inner_.next(room);
    for (const auto& request : requests) {
      const auto& operation = operations_[given_++] = ledger_.operation_of(request);
      ledger_.note_request(operation);
    }
    return requests;
  }

  std::string take_operation(std::size_t place) {
    return std::move(operations_.extract(place).mapped());
  }

private:
  http::RequestSource& inner_;
  AnswerLedger& ledger_;
  std::map<std::size_t, std::string> operations_; // of requests in progress, by place
  std::size_t given_ = 0;
};

void AnswerLedger::Watched::send(std::span<const http::Request> requests,
                                 const http::Receive& receive) {
  for (const auto& request : requests)
    ledger_.note_request(ledger_.operation_of(request));
  inner_->send(requests, [&](std::size_t place, Result<http::Exchange> outcome) {
    ledger_.note_outcome(ledger_.operation_of(requests[place]), outcome);
    receive(place, std::move(outcome));
  });
}

std::optional<ErrorKind> AnswerLedger::Watched::send_each(http::RequestSource& source,
                                                          const http::Receive& receive) {
  WatchedSource watched(source, ledger_);
  return inner_->send_each(watched, [&](std::size_t place, Result<http::Exchange> outcome) {
    ledger_.note_outcome(watched.take_operation(place), outcome);
    receive(place, std::move(outcome));
  });
}

commands::MakeTransport AnswerLedger::watching(commands::MakeTransport make) {
  return [this, make = std::move(make)](
             http::Options options) -> Result<std::unique_ptr<http::Transport>> {
    auto inner = make(std::move(options));
    if (!inner) return fail(std::move(inner.error()));
    return std::make_unique<Watched>(*std::move(inner), *this);
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
  enter(std::move(facts));
}

Error AnswerLedger::with_facts(Error error) {
  const auto facts = sent_.value_or(HttpFacts{});
  if (facts.sent != Sent::no && !changes_nothing(facts.operation))
    error.hint = facts.operation.starts_with("POST /presets/")
                     ? "a version may exist: check before sending it again"
                     : "the service may have acted on the request: check before sending it again";
  return with_http(std::move(error), facts);
}

Error AnswerLedger::failure(std::string message) {
  std::string().swap(reserve_);
  return with_facts(Error::internal(std::move(message)));
}

} // namespace mrctl::app
