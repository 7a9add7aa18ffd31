#include "answer_ledger.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

constexpr std::size_t mebibyte = 1U << 20U;
constexpr std::size_t most_memory = 700 * mebibyte;

constexpr std::size_t size_of_reserve = 64 * 1024;

// Memory limit for processing texts of that size, including the text of the answer.
std::size_t memory_for(std::size_t text_size) {
  constexpr std::size_t always = 32 * mebibyte;
  constexpr std::size_t for_each_byte = 12;
  return std::min(always + for_each_byte * text_size, most_memory);
}

std::size_t size_of(const Result<http::Exchange>& outcome) {
  return outcome ? outcome->response.body.size() : 0;
}

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
      const auto& watched = on_the_way_[given_] = ledger_.watched_request(given_, request);
      ledger_.note_request(watched.operation);
      ++given_;
    }
    return requests;
  }

  WatchedRequest take_request(std::size_t place) {
    return std::move(on_the_way_.extract(place).mapped());
  }

private:
  http::RequestSource& inner_;
  AnswerLedger& ledger_;
  std::map<std::size_t, WatchedRequest> on_the_way_; // by place
  std::size_t given_ = 0;
};

// `http` limits what is received; this limits only what is made of it.
void AnswerLedger::Watched::send(std::span<const http::Request> requests,
                                 const http::Receive& receive) {
  ledger_.budget_.reset();
  const auto before = allocated_bytes();
  for (const auto& request : requests)
    ledger_.note_request(ledger_.operation_of(request));
  inner_->send(requests, [&](std::size_t place, Result<http::Exchange> outcome) {
    ledger_.hand_over(ledger_.watched_request(place, requests[place]), std::move(outcome), receive);
  });
  ledger_.limit_what_follows(before);
}

std::optional<ErrorKind> AnswerLedger::Watched::send_each(http::RequestSource& source,
                                                          const http::Receive& receive) {
  ledger_.budget_.reset();
  const auto before = allocated_bytes();
  WatchedSource watched(source, ledger_);
  const auto ended =
      inner_->send_each(watched, [&](std::size_t place, Result<http::Exchange> outcome) {
        ledger_.hand_over(watched.take_request(place), std::move(outcome), receive);
      });
  // Without an answer there is nothing to limit.
  if (ledger_.most_ > 0) ledger_.limit_what_follows(before);
  return ended;
}

void AnswerLedger::hand_over(WatchedRequest request, Result<http::Exchange> outcome,
                             const http::Receive& receive) {
  const auto size = size_of(outcome);
  const auto most = memory_for(size + request.sent);
  most_ = std::min(most_ + most, most_memory);
  note_outcome(std::move(request.operation), outcome);
  const MemoryBudget budget(most - std::min(size, most));
  receive(request.place, std::move(outcome));
}

void AnswerLedger::limit_what_follows(std::size_t allocated_before) {
  const auto taken = allocated_bytes() - std::min(allocated_before, allocated_bytes());
  budget_.emplace(most_ - std::min(most_, taken));
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

AnswerLedger::WatchedRequest AnswerLedger::watched_request(std::size_t place,
                                                           const http::Request& request) const {
  return {place, operation_of(request), request.body.size()};
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

Error AnswerLedger::too_large() {
  const auto most = most_ / mebibyte;
  budget_.reset();
  return with_facts(Error::unexpected_response(
      fmt::format("the answer has too many values: it needs more than {} MiB of memory", most)));
}

Error AnswerLedger::failure(std::string message) {
  budget_.reset();
  std::string().swap(reserve_);
  return with_facts(Error::internal(std::move(message)));
}

} // namespace mrctl::app
