#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "curl_library.hpp"

#include <string>

namespace mrctl::http {

// Both fail with a usage error that shows neither user name nor password.

// Checks the URL of a proxy, as libcurl parses it; empty means none.
[[nodiscard]] Status check_proxy(const CurlLibrary& curl, const std::string& proxy);

// Checks that the files of the client's certificate can be read and that its key is not encrypted:
// mrctl cannot ask for a passphrase.
[[nodiscard]] Status check_client_certificate(const Options& options);

} // namespace mrctl::http
