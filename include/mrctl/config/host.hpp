#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <string_view>

namespace mrctl::config {

// Returns what a stored key is bound to: "scheme://host:port", in lower case, the default port
// filled in. Fails with a usage error for anything but http and https, for a URL with a user name,
// a query or a fragment or of more than 2000 characters, and for a host or port that cannot be one.
// `name` begins the message, which never repeats the URL.
[[nodiscard]] Result<std::string> host_of(std::string_view url,
                                          std::string_view name = "the base URL");

} // namespace mrctl::config
