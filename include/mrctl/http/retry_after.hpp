#pragma once

#include "mrctl/http/message.hpp"

#include <chrono>
#include <optional>

namespace mrctl::http {

// Returns the delay of a Retry-After header in seconds, given as seconds or as a date that libcurl
// reads; a date in the past is zero, more than 2^31 is 2^31. If there are several, the longest
// delay counts. Returns nothing if there is none or it is invalid.
[[nodiscard]] std::optional<long long> retry_after_s(const Headers& headers,
                                                     std::chrono::system_clock::time_point now);

} // namespace mrctl::http
