#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <string_view>

namespace mrctl::http {

// Where an absolute URL leads as libcurl reads it: the parser that checks is the one that connects.
struct Url {
  std::string scheme; // lower case
  std::string host;   // IPv6 addresses in brackets
  std::string port;   // the scheme's own where none is written
};

// Fails with a usage error for what is no absolute http or https URL with a host.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

// Returns whether the host is this machine by name or address: 127.0.0.0/8, ::1, localhost.
[[nodiscard]] bool is_loopback(const Url& url);

// Returns the text as one path segment: what RFC 3986 calls unreserved stays, and so does ':'
// (model variants such as "tiny:free"); every other byte becomes %XX.
[[nodiscard]] std::string percent_encode_segment(std::string_view text);

} // namespace mrctl::http
