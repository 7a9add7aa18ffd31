#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/secret.hpp"

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

// Returns the text as one path segment: unreserved characters (RFC 3986) are kept, and so is ':'
// (model variants such as "tiny:free"); every other byte becomes %XX.
[[nodiscard]] std::string percent_encode_segment(std::string_view text);

// Whether the server must prove its identity. `insecure` (--insecure) allows a key over plain http
// and accepts any certificate.
enum class Trust { verified, insecure };

// Succeeds if the key may be sent to the URL: over https, over plain http to loopback (127.0.0.0/8,
// ::1, localhost), or anywhere when insecure. Otherwise, and for a key that is empty or contains
// anything but visible ASCII, fails with an unauthorized error whose facts say that nothing was
// sent.
[[nodiscard]] Status check_key_may_travel(const Url& url, const Secret& key, Trust trust);

} // namespace mrctl::http
