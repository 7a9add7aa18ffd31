#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/http/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
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

// Requests that are made when their turn comes, so that a long list of them takes no memory.
class Source {
public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Returns up to `room` requests to send now. Called again whenever outcomes were handed over,
  // with a room of 0 where nothing new may start. Nothing, while nothing is on the way, ends it.
  virtual std::vector<Request> next(std::size_t room) = 0;
};

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

  // Sends what the source gives, in the same way; places count what it gave. Returns what kept it
  // from asking for all of it, where something did.
  virtual std::optional<ErrorKind> send_each(Source& source, const Receive& receive);
};

// Returns what became of the requests, in their order.
[[nodiscard]] std::vector<Result<Exchange>> send_all(Transport& transport,
                                                     std::span<const Request> requests);

[[nodiscard]] Result<Exchange> send_one(Transport& transport, const Request& request);

} // namespace mrctl::http
