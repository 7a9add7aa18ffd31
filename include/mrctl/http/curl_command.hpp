#pragma once

#include "mrctl/http/message.hpp"

#include <string>

namespace mrctl::http {

// Returns the request as a curl command for a POSIX shell, with a final newline. The key is
// replaced by $MRCTL_API_KEY everywhere; values of other sensitive headers are redacted.
[[nodiscard]] std::string curl_command(const Request& request);

} // namespace mrctl::http
