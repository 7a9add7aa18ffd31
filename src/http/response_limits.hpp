#pragma once

#include <cstddef>

namespace mrctl::http {

// What the headers of one exchange may hold, interim answers and trailers included: less than
// libcurl's own limit, which differs from version to version and counts one answer only.
inline constexpr std::size_t largest_headers = std::size_t{256} << 10U;

} // namespace mrctl::http
