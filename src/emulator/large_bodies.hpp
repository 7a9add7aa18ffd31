#pragma once

#include "mrctl/base/duration.hpp"

#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>

namespace mrctl::emulator {

// Limits the number of large bodies at a time, because a parsed body takes many times its size.
class LargeBodies {
public:
  explicit LargeBodies(std::size_t most) : free_(most) {}

  // The right to hold a large body; it ends with the last copy.
  using Place = std::shared_ptr<void>;

  // Waits for a place. Returns null if none becomes free within the time.
  [[nodiscard]] Place enter(Duration limit);

private:
  void leave();

  std::mutex mutex_;
  std::condition_variable left_;
  std::size_t free_;
};

} // namespace mrctl::emulator
