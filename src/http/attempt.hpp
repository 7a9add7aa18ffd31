#pragma once

#include "mrctl/http/curl_transport.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

namespace mrctl::http {

// Whether what went wrong may be over the next time, or stays as it is until somebody mends it: a
// certificate, a setting, an answer that is too large.
enum class Outlook { passing, permanent };

// One attempt at a request of a call of Transport::send().
struct Try {
  const Request* request = nullptr; // not owned
  std::size_t place = 0;            // of the request in the call
  std::size_t requests = 1;         // in the call
  int attempt = 1;
  int attempts = 1; // that the request may have
};

// What came of it.
struct Attempt {
  Result<Exchange> result;
  Outlook outlook = Outlook::passing;
  int sends = 1; // more where libcurl sent the request again by itself
};

// Takes what came of the try at a place in a call of SingleAttempt::attempt().
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
