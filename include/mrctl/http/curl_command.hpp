#pragma once

#include "mrctl/http/message.hpp"

#include <string>

namespace mrctl::http {

// Returns the request as a curl command for a POSIX shell, with a final newline. The key stands as
// $MRCTL_API_KEY, never as itself, wherever it was written; values of other sensitive headers are
// redacted.
[[nodiscard]] std::string curl_command(const Request& request);

} // namespace mrctl::http
