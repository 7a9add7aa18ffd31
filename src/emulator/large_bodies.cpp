#include "large_bodies.hpp"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mrctl::emulator {

namespace {

// Every thread has memory of its own, and would keep for the next body what the last one took.
void give_back_memory() {
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

} // namespace

LargeBodies::Place LargeBodies::enter(Duration limit) {
  std::unique_lock lock(mutex_);
  if (!left_.wait_for(lock, limit, [this] { return free_ > 0; })) return nullptr;
  --free_;
  return Place(this);
}

void LargeBodies::leave() {
  give_back_memory();
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  left_.notify_one();
}

} // namespace mrctl::emulator
