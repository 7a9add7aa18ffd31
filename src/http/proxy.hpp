#pragma once

#include "mrctl/http/curl_transport.hpp"
#include "mrctl/http/url.hpp"

#include <string>
#include <string_view>

namespace mrctl::http {

// Returns the proxy for a URL: the one in the options, none for this machine, else the
// environment's; none for the hosts of `no_proxy`. Empty: none. libcurl would choose the same, but
// only newer ones say which.
[[nodiscard]] std::string proxy_for(const Options& options, const Url& url);

// Returns the part of a proxy's URL that messages show: host and port, without the user.
[[nodiscard]] std::string_view place_of_proxy(std::string_view proxy);

} // namespace mrctl::http
