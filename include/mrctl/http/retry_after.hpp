#pragma once

#include "mrctl/http/message.hpp"

#include <chrono>
#include <optional>

namespace mrctl::http {

// Returns the seconds to wait that a Retry-After header asks for, given as seconds or as a date
// that libcurl reads; a date in the past is zero, more than 2^31 is 2^31. Of several headers the
// longest wait counts. Returns nothing where there is none, or it cannot be read.
[[nodiscard]] std::optional<long long> retry_after_s(const Headers& headers,
                                                     std::chrono::system_clock::time_point now);

} // namespace mrctl::http
