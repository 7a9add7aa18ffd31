#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include "attempt.hpp"

#include <curl/curl.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::http {

// How far an exchange had come when it failed.
enum class Phase {
  connecting, // nothing of the request had left: name, connection, proxy, TLS
  exchanging, // the connection was open for the request, and no final status had come
  answered,   // a final status had come
};

// A transfer that gave no usable response.
struct FailedTransfer {
  CURLcode code = CURLE_OK;
  std::string method;
  std::string url;
  std::string host;
  std::string port;
  std::string detail;           // libcurl's own words, without secrets
  int os_error = 0;             // errno of the connection, or 0
  int status = 0;               // 0: no status line came
  int proxy_status = 0;         // of the proxy's answer to CONNECT, or 0
  bool reached_a_proxy = false; // the connection there is leads to one
  Phase phase = Phase::connecting;
  Duration connect_timeout{0};
  Duration timeout{0};
  std::size_t largest_response = 0;
  bool names_roots = true;         // the user said where the roots are
  std::size_t most_open_files = 0; // that this process may have at once, where they are too few
  std::string roots{};             // that place
};

// Returns what to tell the user: the sentence, the hint, and in the facts whether the request may
// have been acted on.
[[nodiscard]] Error describe_failure(const FailedTransfer& failed);

// Returns whether trying again can help.
[[nodiscard]] Outlook outlook_of(const FailedTransfer& failed);

// Returns whether a request that failed with this code in this phase has left this machine.
[[nodiscard]] Sent sent_after(CURLcode code, Phase phase);

} // namespace mrctl::http
