#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/http/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mrctl::http {

// Times of one exchange since its start; zero if a step did not happen.
struct Timings {
  std::chrono::microseconds name_lookup{0};
  std::chrono::microseconds connect{0};
  std::chrono::microseconds tls{0};
  std::chrono::microseconds first_byte{0};
  std::chrono::microseconds total{0};
};

// A request that was answered, with any status.
struct Exchange {
  Response response;
  int attempts = 1;
  Timings timings{};
  bool asks_for_too_long = false; // Retry-After exceeds the time left for the request
};

// The outcome of a request; places count the requests of a batch in the order of their start.
struct Finished {
  std::size_t place = 0;
  Result<Exchange> outcome;
};

// Requests that are sent side by side. They fail independently: with ErrorKind::no_response if
// there was no usable answer, or ErrorKind::unauthorized if the key must not be sent. `sent` in
// HttpFacts says whether the service may have acted on it.
class Batch {
public:
  Batch() = default;
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  virtual ~Batch() = default;

  // Returns how many requests may start now: at least 1 if none is in progress, unless stopped()
  // says that no more may start.
  [[nodiscard]] virtual std::size_t room() = 0;

  virtual void start(Request request) = 0;

  // Waits for an outcome, and returns each exactly once; nothing if no request is in progress. Time
  // that passes between two calls uses up the time limits of the others.
  [[nodiscard]] virtual std::optional<Finished> next() = 0;

  // Returns why no more requests may start, if so. Only batches of unknown size are stopped; the
  // requests of others are interrupted.
  [[nodiscard]] virtual std::optional<ErrorKind> stopped() const = 0;
};

// The interface to the network. Tests and the in-process emulator have their own implementations.
class Transport {
public:
  virtual ~Transport() = default;

  // Begins a batch of that many requests; 0 if their number is not known. It must end before the
  // transport does, and before another one begins.
  [[nodiscard]] virtual std::unique_ptr<Batch> begin(std::size_t requests) = 0;
};

// Receives the outcome of the request at that place of the list.
using Receive = std::function<void(std::size_t place, Result<Exchange> outcome)>;

// Sends all requests, and delivers the outcome of each exactly once, as soon as it is known.
void send_each(Transport& transport, std::span<const Request> requests, const Receive& receive);

// Returns the outcomes of the requests, in their order.
[[nodiscard]] std::vector<Result<Exchange>> send_all(Transport& transport,
                                                     std::span<const Request> requests);

[[nodiscard]] Result<Exchange> send_one(Transport& transport, const Request& request);

} // namespace mrctl::http
