#pragma once

#include "mrctl/http/curl_transport.hpp"

#include "curl_library.hpp"

#include <string>

namespace mrctl::http {

// Both fail with a usage error, which shows no user name and no password.

// Checks the URL of a proxy, as libcurl reads it; an empty one is none.
[[nodiscard]] Status check_proxy(const CurlLibrary& curl, const std::string& proxy);

// Checks that the files of the client's certificate can be read and that its key is not encrypted:
// there is nobody to ask for a passphrase.
[[nodiscard]] Status check_client_certificate(const Options& options);

} // namespace mrctl::http
