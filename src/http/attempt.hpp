#pragma once

#include "mrctl/http/curl_transport.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::http {

// Whether what went wrong may be over the next time, or stays as it is until somebody mends it: a
// certificate, a setting, an answer that is too large.
enum class Outlook { passing, permanent };

// Whether a request that changes something gets a connection of its own, or may take one that is
// open: many requests would each pay for a new one.
enum class Connections { fresh_for_changes, shared };

// One attempt at a request of a call of Transport::send().
struct Try {
  const Request* request = nullptr; // not owned
  std::size_t place = 0;            // of the request in the call
  std::size_t requests = 1;         // in the call; 0 where nobody knows
  int attempt = 1;
  int attempts = 1;  // that the request may have
  Duration limit{0}; // what it may take; zero: no limit
  Connections connections = Connections::fresh_for_changes;
};

// Attempts to be made, as their turn comes.
class TrySource {
public:
  TrySource() = default;
  TrySource(const TrySource&) = delete;
  TrySource& operator=(const TrySource&) = delete;
  virtual ~TrySource() = default;

  // Returns at most so many to be made now. Nothing, while nothing is on the way, ends it.
  virtual std::vector<Try> next_tries(std::size_t room) = 0;
};

// What came of it.
struct Attempt {
  Result<Exchange> result;
  Outlook outlook = Outlook::passing;
  int sends = 1; // more where libcurl sent the request again by itself
};

// Takes what came of the try of the request at that place.
using ReceiveAttempt = std::function<void(std::size_t place, Attempt attempt)>;

// Returns what ends the requests before their time, if anything does.
[[nodiscard]] inline std::optional<ErrorKind> interruption_of(const Options& options) {
  return options.interruption ? options.interruption() : std::nullopt;
}

// Returns the failure of a request of which nothing is under way.
[[nodiscard]] inline Error interrupted(ErrorKind kind) {
  Error error{kind, "interrupted; nothing was sent", {}, {}, {}};
  return std::move(error).with_http(HttpFacts{});
}

} // namespace mrctl::http
