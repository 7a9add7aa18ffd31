#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <string_view>

namespace mrctl::http {

// The parts of an absolute URL as libcurl parses them, so that checks and connections use the same
// parser.
struct Url {
  std::string scheme; // lower case
  std::string host;   // IPv6 addresses in brackets
  std::string port;   // the scheme's default if none is given
};

// Fails with a usage error unless the text is an absolute http or https URL with a host.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

// Returns whether the host is this machine by name or address: 127.0.0.0/8, ::1, localhost.
[[nodiscard]] bool is_loopback(const Url& url);

// Returns the text as one path segment: unreserved characters (RFC 3986) are kept, and so is ':'
// (model variants such as "tiny:free"); every other byte becomes %XX.
[[nodiscard]] std::string percent_encode_segment(std::string_view text);

} // namespace mrctl::http
