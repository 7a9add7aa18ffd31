#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include "retrying_transport.hpp"

#include <curl/curl.h>

#include <cstddef>
#include <string>

namespace mrctl::http {

// How far an exchange got before it failed.
enum class Phase {
  connecting, // the request was not sent: name, connection, proxy, TLS
  exchanging, // the connection was open, but no final status had arrived
  answered,   // a final status had arrived
};

// A transfer without a usable response.
struct FailedTransfer {
  CURLcode code = CURLE_OK;
  std::string method;
  std::string url;
  std::string host;
  std::string port;
  std::string detail;        // libcurl's own words, without secrets
  int os_error = 0;          // errno of the connection, or 0
  int status = 0;            // 0: no status line arrived
  int proxy_status = 0;      // of the proxy's answer to CONNECT, or 0
  std::string proxy{};       // host and port of the proxy in between; empty: none
  bool is_connected = false; // to the proxy, or to the service
  long proxy_logins = 0;     // what the 407 of a proxy accepts: bits of CURLAUTH_*
  bool has_login = false;    // the URL of the proxy has a user name
  Phase phase = Phase::connecting;
  Duration connect_timeout{0};
  Duration timeout{0};
  std::size_t largest_response = 0;
  bool names_roots = true;         // the user named the trusted certificates
  std::size_t most_open_files = 0; // limit of this process, if it is too low
  std::string roots{};             // their place
};

// Returns the error for the user: message, hint, and whether the service may have acted on the
// request.
[[nodiscard]] Error describe_failure(const FailedTransfer& failed);

// Returns whether a retry can help.
[[nodiscard]] Outlook outlook_of(const FailedTransfer& failed);

// Returns whether a request that failed with this code in this phase may have been sent.
[[nodiscard]] Sent sent_after(CURLcode code, Phase phase);

} // namespace mrctl::http
