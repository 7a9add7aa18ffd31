#include "mrctl/base/parallel.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace mrctl {

TEST_CASE("each index is called once, however many there are") {
  for (const std::size_t count : {0U, 1U, 15U, 16U, 31U, 32U, 1000U, 100000U}) {
    CAPTURE(count);
    std::vector<std::atomic<int>> calls(count);
    for_each_in_parallel(count, [&](std::size_t index) { ++calls[index]; });
    std::size_t once = 0;
    for (const auto& each : calls)
      once += each == 1 ? 1 : 0;
    CHECK(once == count);
  }
}

TEST_CASE("an exception of the work reaches the caller when no thread works any more") {
  std::atomic<int> working = 0;
  const auto fail_at_700 = [&](std::size_t index) {
    ++working;
    const bool fails = index == 700;
    --working;
    if (fails) throw std::runtime_error("index 700");
  };
  CHECK_THROWS_WITH_AS(for_each_in_parallel(1000, fail_at_700), "index 700", std::runtime_error);
  CHECK(working == 0);
}

} // namespace mrctl
