#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/http/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace mrctl::http {

// Moments of one exchange, counted from its start; zero where a step did not happen.
struct Timings {
  std::chrono::microseconds name_lookup{0};
  std::chrono::microseconds connect{0};
  std::chrono::microseconds tls{0};
  std::chrono::microseconds first_byte{0};
  std::chrono::microseconds total{0};
};

// A request that was answered, whatever the status.
struct Exchange {
  Response response;
  int attempts = 1;
  Timings timings{};
  bool asks_for_too_long = false; // Retry-After goes beyond the time that was left for the request
};

// Takes what became of the request at a place in a call of Transport::send().
using Receive = std::function<void(std::size_t place, Result<Exchange> outcome)>;

// The edge to the network. Tests and the in-process emulator have their own.
class Transport {
public:
  virtual ~Transport() = default;

  // Sends all requests, and hands over what became of each, exactly once, when that is known.
  // Others may still be on the way: what the receiver takes long for counts against their time
  // limits. A request fails alone: with ErrorKind::no_response where there was no usable answer, or
  // ErrorKind::unauthorized where its key must not travel. HttpFacts say in `sent` whether the
  // service may have acted on it.
  virtual void send(std::span<const Request> requests, const Receive& receive) = 0;
};

// Returns what became of the requests, in their order.
[[nodiscard]] std::vector<Result<Exchange>> send_all(Transport& transport,
                                                     std::span<const Request> requests);

[[nodiscard]] Result<Exchange> send_one(Transport& transport, const Request& request);

} // namespace mrctl::http
