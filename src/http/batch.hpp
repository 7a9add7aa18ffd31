#pragma once

#include "transfer.hpp"

#include <memory>
#include <vector>

namespace mrctl::http {

// Idle transfers.
using Transfers = std::vector<std::unique_ptr<Transfer>>;

// One call of SingleAttempt::attempt(): keeps as many requests in progress as the options allow.
class Batch {
public:
  Batch(const Wire& wire, CURLM* multi, Transfers& idle, TrySource& tries,
        const ReceiveAttempt& receive);

  void run();

private:
  void start_what_fits();
  [[nodiscard]] Status start(const Try& tried);
  void refuse_the_rest(const Error& error);
  [[nodiscard]] std::unique_ptr<Transfer> take_idle();
  void finish_what_is_done();
  void finish(CURL* easy, CURLcode code);
  void abandon(CURLMcode code);
  void give_up_where_interrupted();
  void retire(Transfers::iterator transfer, Attempt attempt);
  void hand_over(const Try& tried, Attempt attempt, const Journey& journey) const;

  const Wire& wire_;
  CURLM* multi_;
  Transfers& idle_;
  Transfers busy_;
  TrySource& tries_;
  Trace trace_;
  const ReceiveAttempt& receive_;
};

} // namespace mrctl::http
