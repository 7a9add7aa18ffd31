#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/opened_library.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <string>

namespace mrctl::http {

// Returns what libcurl tells of itself; fails with an internal error where it cannot be opened.
[[nodiscard]] Result<OpenedLibrary> describe_curl();

// Returns the file or folder that certificates are checked against; empty where libcurl cannot be
// opened or leaves it to its TLS library.
[[nodiscard]] std::string describe_roots(const Options& options);

} // namespace mrctl::http
