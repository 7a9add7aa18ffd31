#pragma once

#include "mrctl/base/facts.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::http {

// Whether a failure may be transient, or needs someone to fix it: a certificate, a setting, an
// answer that is too large.
enum class Outlook { passing, permanent };

// Whether a request that changes something gets a new connection, or may reuse an open one: new
// ones are expensive for many requests.
enum class Connections { fresh_for_changes, shared };

// One attempt at a request of a call of Transport::send().
struct Try {
  const Request* request = nullptr; // not owned
  std::size_t place = 0;            // of the request in the call
  std::size_t requests = 1;         // in the call; 0 if unknown
  int attempt = 1;
  int attempts = 1;  // that the request may have
  Duration limit{0}; // time limit; zero: none
  Connections connections = Connections::fresh_for_changes;
};

// Attempts to make, when their turn comes.
class TrySource {
public:
  TrySource() = default;
  TrySource(const TrySource&) = delete;
  TrySource& operator=(const TrySource&) = delete;
  virtual ~TrySource() = default;

  // Returns at most that many to make now. Returning nothing while nothing is in progress ends the
  // call.
  virtual std::vector<Try> next_tries(std::size_t room) = 0;
};

// Its outcome.
struct Attempt {
  Result<Exchange> result;
  Outlook outlook = Outlook::passing;
  int sends = 1; // more if libcurl sent the request again by itself
};

// Gets the outcome of an attempt at the request at that place.
using ReceiveAttempt = std::function<void(std::size_t place, Attempt attempt)>;

// Returns why the requests must be aborted, if so.
[[nodiscard]] inline std::optional<ErrorKind> interruption_of(const Options& options) {
  return options.interruption ? options.interruption() : std::nullopt;
}

// Returns the failure of a request that was not started.
[[nodiscard]] inline Error interrupted(ErrorKind kind) {
  return with_http({.kind = kind, .message = "interrupted; nothing was sent"}, {});
}

} // namespace mrctl::http
