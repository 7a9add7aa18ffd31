#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/http/message.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
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

// Gets the outcome of the request at that place in a call of Transport::send().
using Receive = std::function<void(std::size_t place, Result<Exchange> outcome)>;

// Requests that are created when their turn comes, so that a long list takes no memory.
class RequestSource {
public:
  RequestSource() = default;
  RequestSource(const RequestSource&) = delete;
  RequestSource& operator=(const RequestSource&) = delete;
  virtual ~RequestSource() = default;

  // Returns up to `room` requests to send now. Called again after outcomes were delivered, with a
  // room of 0 if nothing new may start. Returning nothing while nothing is in progress ends the
  // call.
  virtual std::vector<Request> next(std::size_t room) = 0;

  // Called at once when an interrupt stops new requests, with the number of those in progress.
  virtual void stopping(std::size_t /*in_progress*/) {}
};

// The interface to the network. Tests and the in-process emulator have their own implementations.
class Transport {
public:
  virtual ~Transport() = default;

  // Sends all requests, and delivers the outcome of each exactly once, as soon as it is known.
  // Others may still be in progress, so a slow receiver uses up their time limits. Requests fail
  // independently: with ErrorKind::no_response if there was no usable answer, or
  // ErrorKind::unauthorized if the key must not be sent. `sent` in HttpFacts says whether the
  // service may have acted on it.
  virtual void send(std::span<const Request> requests, const Receive& receive) = 0;

  // Does the same for the requests of a source; places count them. Returns why it stopped before
  // the source was empty, if so.
  virtual std::optional<ErrorKind> send_each(RequestSource& source, const Receive& receive) = 0;
};

// Returns the outcomes of the requests, in their order.
[[nodiscard]] std::vector<Result<Exchange>> send_all(Transport& transport,
                                                     std::span<const Request> requests);

[[nodiscard]] Result<Exchange> send_one(Transport& transport, const Request& request);

} // namespace mrctl::http
