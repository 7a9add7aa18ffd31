#pragma once

#include "transfer.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace mrctl::http {

// Transfers that wait for their next request.
using Transfers = std::vector<std::unique_ptr<Transfer>>;

// One call of Transport::send(): keeps as many requests on the way as the options allow.
class Batch {
public:
  Batch(const Wire& wire, CURLM* multi, Transfers& idle, std::span<const Request> requests);

  // Returns the answers in the order of the requests.
  [[nodiscard]] std::vector<Result<Exchange>> run();

private:
  void start_what_fits();
  [[nodiscard]] Status start(std::size_t index);
  [[nodiscard]] std::unique_ptr<Transfer> take_idle();
  void finish_what_is_done();
  void finish(CURL* easy, CURLcode code);
  void abandon(CURLMcode code);
  void retire(Transfers::iterator transfer, Result<Exchange> result);
  void keep(std::size_t index, Result<Exchange> result);

  const Wire& wire_;
  CURLM* multi_;
  Transfers& idle_;
  Transfers busy_;
  std::span<const Request> requests_;
  std::size_t next_ = 0;
  Trace trace_;
  std::vector<Result<Exchange>> results_;
};

} // namespace mrctl::http
