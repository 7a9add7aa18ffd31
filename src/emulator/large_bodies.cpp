#include "large_bodies.hpp"

namespace mrctl::emulator {

LargeBodies::Place LargeBodies::enter(Duration limit) {
  std::unique_lock lock(mutex_);
  if (!left_.wait_for(lock, limit, [this] { return free_ > 0; })) return nullptr;
  --free_;
  return Place(this);
}

void LargeBodies::leave() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  left_.notify_one();
}

} // namespace mrctl::emulator
