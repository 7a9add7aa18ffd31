#include "connection.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mrctl::emulator {

LargeBodies::Place LargeBodies::enter(Duration limit) {
  std::unique_lock lock(mutex_);
  if (!left_.wait_for(lock, limit, [this] { return free_ > 0; })) return nullptr;
  --free_;
  return {this, [](LargeBodies* bodies) { bodies->leave(); }};
}

void LargeBodies::leave() {
#ifdef __GLIBC__
  ::malloc_trim(0); // each thread would keep what the body took
#endif
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  left_.notify_one();
}

} // namespace mrctl::emulator
