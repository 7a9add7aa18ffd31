#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"

#include <curl/curl.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::http {

// A transfer that gave no usable response.
struct FailedTransfer {
  CURLcode code = CURLE_OK;
  std::string method;
  std::string url;
  std::string host;
  std::string port;
  std::string detail;     // libcurl's own words
  int os_error = 0;       // errno of the connection, or 0
  int status = 0;         // 0: no status line came
  bool connected = false; // the connection, TLS included, was there for the request
  Duration connect_timeout{0};
  Duration timeout{0};
  std::size_t largest_response = 0;
  bool names_roots = true; // the user said where the roots are
};

// Returns what to tell the user: the sentence, the hint, and in the facts whether the request may
// have been acted on.
[[nodiscard]] Error describe_failure(const FailedTransfer& failed);

// Returns whether a request that failed with this code may have left this machine at all.
[[nodiscard]] bool can_happen_after_sending(CURLcode code);

} // namespace mrctl::http
