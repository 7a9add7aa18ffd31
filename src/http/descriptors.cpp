#include "descriptors.hpp"

#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <sys/resource.h>

namespace mrctl::http {

namespace {

// For libcurl's wakeup pair, and for files that are open meanwhile.
constexpr std::size_t for_all = 4;
// A socket for each address family, and the pair used for the name lookup.
constexpr std::size_t for_each = 4;
// Few are inherited; if the limit leaves room for so many more, they are not counted.
constexpr std::size_t plenty = 64;

std::size_t limit_of_process() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::numeric_limits<std::size_t>::max();
  return limit.rlim_cur;
}

std::size_t count_open(std::size_t limit) {
  std::size_t open = 0;
  for (std::size_t fd = 0; fd < limit; ++fd)
    open += ::fcntl(static_cast<int>(fd), F_GETFD) >= 0 ? 1U : 0U;
  return open;
}

} // namespace

Descriptors count_descriptors(std::size_t requests) {
  const auto limit = limit_of_process();
  if (limit > plenty + for_all + for_each * requests) return {.limit = limit, .free = limit};
  return {.limit = limit, .free = limit - count_open(limit)};
}

std::size_t requests_that_fit(const Descriptors& descriptors, std::size_t requests) {
  const auto left = descriptors.free - std::min(for_all, descriptors.free);
  return std::clamp<std::size_t>(left / for_each, 1, std::max<std::size_t>(1, requests));
}

bool are_scarce(const Descriptors& descriptors) {
  return descriptors.free < for_all + for_each;
}

} // namespace mrctl::http
