#pragma once

#include "mrctl/base/error.hpp"

#include <string>
#include <string_view>

namespace mrctl {

// Where a base URL leads: what a key is bound to, and what presets are recorded for.
struct Host {
  std::string_view scheme; // "https" or "http"
  std::string name;        // in lower case; an IPv6 address in brackets
  int port = 0;            // the scheme's own if none is written
};

// Returns the host of a base URL. Fails with a usage error for anything but http and https, for a
// URL with a user name, a query or a fragment or of more than 2000 characters, and for a host or
// port that cannot be one. `what` begins the message, which never repeats the URL.
[[nodiscard]] Result<Host> host_of(std::string_view base_url,
                                   std::string_view what = "the base URL");

// Returns "https://router.example:443": one text for each host, however it is spelled.
[[nodiscard]] std::string identity_of(const Host& host);

// Returns "router.example" or "127.0.0.1:8787": without the scheme, and without its own port.
[[nodiscard]] std::string address_of(const Host& host);

// Returns whether a host is this machine: "localhost", an address of 127.0.0.0/8, or ::1 with or
// without brackets.
[[nodiscard]] bool is_loopback(std::string_view host);

// What begins the authority of a URL.
inline constexpr std::string_view authority_mark = "://";

// Returns "user:password" of "http://user:password@host:3128", with or without the scheme; empty if
// there is none. A password that should have been encoded may hold anything, slashes too: the last
// '@' counts.
[[nodiscard]] std::string_view user_information(std::string_view url);

// Fails with a usage error, which shows nothing of the URL, if its user name or password holds a
// character at which another reader of URLs lets them end, and takes the rest for a host.
[[nodiscard]] Status check_user_information(std::string_view url, std::string_view what);

} // namespace mrctl
