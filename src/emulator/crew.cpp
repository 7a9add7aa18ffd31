#include "crew.hpp"

#include <utility>

namespace mrctl::emulator {

Crew::Crew(std::size_t most, std::function<void(int)> serve)
    : most_(most), serve_(std::move(serve)) {}

Crew::~Crew() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  more_.notify_all();
  for (auto& thread : threads_)
    thread.join();
}

bool Crew::take(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(socket);
  more_.notify_one();
  if (waiting_.size() <= idle_) return true;
  if (threads_.size() == most_) return false;
  threads_.emplace_back([this] { work(); });
  return true;
}

void Crew::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    more_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    --idle_;
    if (waiting_.empty()) return;
    const int socket = waiting_.front();
    waiting_.pop_front();
    lock.unlock();
    serve_(socket);
    lock.lock();
  }
}

} // namespace mrctl::emulator
