#pragma once

#include <cstddef>

namespace mrctl::http {

// Maximum size of the headers of one exchange, including interim answers and trailers. Less than
// libcurl's own limit, which differs between versions and counts one answer only.
inline constexpr std::size_t largest_headers = std::size_t{256} << 10U;

} // namespace mrctl::http
