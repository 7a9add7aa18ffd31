#include "batch.hpp"

#include "mrctl/base/facts.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::http {

namespace {

// Longest time until a signal is noticed that arrives just before the wait.
constexpr int longest_wait_ms = 200;

} // namespace

Batch::Batch(const Wire& wire, CURLM* multi, Transfers& idle, TrySource& tries,
             const ReceiveAttempt& receive)
    : wire_(wire), multi_(multi), idle_(idle), tries_(tries), trace_(wire.options),
      receive_(receive) {}

void Batch::run() {
  start_what_fits();
  while (!busy_.empty()) {
    int running = 0;
    auto code = wire_.curl.multi_perform(multi_, &running);
    finish_what_is_done();
    // Performs before starting others: until then, a handle still has the data of its previous
    // request.
    give_up_where_interrupted();
    start_what_fits();
    if (code == CURLM_OK && !busy_.empty())
      code = wire_.curl.multi_poll(multi_, nullptr, 0, longest_wait_ms, nullptr);
    if (code != CURLM_OK) abandon(code);
  }
}

void Batch::start_what_fits() {
  const auto limit = std::max<std::size_t>(1, wire_.options.parallel);
  while (busy_.size() < limit) {
    const auto tries = tries_.next_tries(limit - busy_.size());
    for (const auto& tried : tries)
      if (auto started = start(tried); !started)
        hand_over(tried, {.result = fail(started.error()), .outlook = Outlook::permanent}, {});
    if (tries.empty()) return;
  }
}

Status Batch::start(const Try& tried) {
  auto transfer = take_idle();
  if (auto ready = transfer->prepare(tried, trace_); !ready) {
    idle_.push_back(std::move(transfer));
    return ready;
  }
  const auto code = wire_.curl.multi_add_handle(multi_, transfer->handle());
  if (code != CURLM_OK)
    return fail(with_http(Error::internal(wire_.curl.multi_strerror(code)), {}));
  busy_.push_back(std::move(transfer));
  return {};
}

std::unique_ptr<Transfer> Batch::take_idle() {
  if (idle_.empty()) return std::make_unique<Transfer>(wire_);
  auto transfer = std::move(idle_.back());
  idle_.pop_back();
  return transfer;
}

void Batch::finish_what_is_done() {
  int left = 0;
  while (const auto* message = wire_.curl.multi_info_read(multi_, &left))
    if (message->msg == CURLMSG_DONE) finish(message->easy_handle, message->data.result);
}

void Batch::finish(CURL* easy, CURLcode code) {
  const auto transfer = std::find_if(busy_.begin(), busy_.end(), [&](const auto& candidate) {
    return candidate->handle() == easy;
  });
  if (transfer != busy_.end()) retire(transfer, (*transfer)->finish(code));
}

void Batch::abandon(CURLMcode code) {
  HttpFacts facts;
  facts.sent = Sent::unknown;
  const auto error = with_http(Error::internal(wire_.curl.multi_strerror(code)), facts);
  while (!busy_.empty())
    retire(busy_.begin(), {.result = fail(error), .outlook = Outlook::permanent});
  refuse_the_rest(with_http(Error::internal(error.message), {}));
}

void Batch::give_up_where_interrupted() {
  const auto kind = interruption_of(wire_.options);
  if (!kind) return;
  while (!busy_.empty())
    retire(busy_.begin(), busy_.front()->interrupt(*kind));
  refuse_the_rest(interrupted(*kind));
}

void Batch::refuse_the_rest(const Error& error) {
  for (auto tries = tries_.next_tries(1); !tries.empty(); tries = tries_.next_tries(1))
    receive_(tries.front().place, {.result = fail(error), .outlook = Outlook::permanent});
}

void Batch::retire(Transfers::iterator transfer, Attempt attempt) {
  wire_.curl.multi_remove_handle(multi_, (*transfer)->handle());
  hand_over((*transfer)->tried(), std::move(attempt), (*transfer)->journey());
  idle_.push_back(std::move(*transfer));
  busy_.erase(transfer);
}

void Batch::hand_over(const Try& tried, Attempt attempt, const Journey& journey) const {
  trace_.show_result(tried, attempt, journey);
  receive_(tried.place, std::move(attempt));
}

} // namespace mrctl::http
