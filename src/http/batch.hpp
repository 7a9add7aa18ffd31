#pragma once

#include "transfer.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace mrctl::http {

// Transfers that wait for their next request.
using Transfers = std::vector<std::unique_ptr<Transfer>>;

// One call of SingleAttempt::attempt(): keeps as many requests on the way as the options allow.
class Batch {
public:
  Batch(const Wire& wire, CURLM* multi, Transfers& idle, std::span<const Try> tries,
        const ReceiveAttempt& receive);

  void run();

private:
  void start_what_fits();
  [[nodiscard]] Status start(std::size_t index);
  [[nodiscard]] std::unique_ptr<Transfer> take_idle();
  void finish_what_is_done();
  void finish(CURL* easy, CURLcode code);
  void abandon(CURLMcode code);
  void give_up_where_interrupted();
  void retire(Transfers::iterator transfer, Attempt attempt);
  void hand_over(std::size_t index, Attempt attempt, const Journey& journey) const;

  const Wire& wire_;
  CURLM* multi_;
  Transfers& idle_;
  Transfers busy_;
  std::span<const Try> tries_;
  std::size_t next_ = 0;
  Trace trace_;
  const ReceiveAttempt& receive_;
};

} // namespace mrctl::http
