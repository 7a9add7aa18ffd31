#pragma once

#include <cstddef>

namespace mrctl::http {

// How many files this process may have open at once (`ulimit -n`), and how many more it can open.
struct Descriptors {
  std::size_t limit = 0;
  std::size_t free = 0;
};

// Counts them only if there may be too few for that many concurrent requests; otherwise `free` is
// the limit.
[[nodiscard]] Descriptors count_descriptors(std::size_t requests);

// Returns how many of the requests can be in progress at once; at least 1.
[[nodiscard]] std::size_t requests_that_fit(const Descriptors& descriptors, std::size_t requests);

// Returns whether there may be too few for a single request.
[[nodiscard]] bool are_scarce(const Descriptors& descriptors);

} // namespace mrctl::http
