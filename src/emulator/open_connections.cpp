#include "connection.hpp"

#include <algorithm>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace mrctl::emulator {

namespace {

// Then another one is ended too.
constexpr auto time_to_leave = std::chrono::milliseconds(100);

} // namespace

OpenConnections::~OpenConnections() {
  close_for_reading();
}

void OpenConnections::take(int socket) {
  std::unique_lock lock(mutex_);
  const auto has_place = [this] { return waiting_since_.size() < most_ || is_closing_; };
  while (!has_place()) {
    end_longest_waiting();
    place_.wait_for(lock, time_to_leave, has_place);
  }
  waiting_since_[socket] = busy;
  if (is_closing_) ::shutdown(socket, SHUT_RD);
  unserved_.push_back(socket);
  if (unserved_.size() <= idle_threads_) return work_.notify_one();
  if (start_thread()) return;
  unserved_.pop_back();
  lock.unlock();
  turn_away_(socket);
  lock.lock();
  leave(socket);
}

bool OpenConnections::start_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

void OpenConnections::make_room() {
  const std::lock_guard lock(mutex_);
  end_longest_waiting();
}

void OpenConnections::close_for_reading() {
  const std::lock_guard lock(mutex_);
  is_closing_ = true;
  for (const auto& [socket, since] : waiting_since_)
    ::shutdown(socket, SHUT_RD);
  work_.notify_all();
  place_.notify_one();
}

void OpenConnections::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_threads_;
    work_.wait(lock, [this] { return is_closing_ || !unserved_.empty(); });
    --idle_threads_;
    if (unserved_.empty()) return;
    const int socket = unserved_.front();
    unserved_.pop_front();
    lock.unlock();
    serve_(socket);
    lock.lock();
    leave(socket);
  }
}

void OpenConnections::mark(int socket, Clock::time_point since) {
  const std::lock_guard lock(mutex_);
  waiting_since_[socket] = since;
}

void OpenConnections::leave(int socket) {
  waiting_since_.erase(socket);
  ::close(socket); // its number is free from here on
  place_.notify_one();
}

void OpenConnections::end_longest_waiting() {
  const auto longest = std::min_element(
      waiting_since_.begin(), waiting_since_.end(),
      [](const auto& one, const auto& other) { return one.second < other.second; });
  if (longest == waiting_since_.end() || longest->second == busy) return;
  ::shutdown(longest->first, SHUT_RD);
  longest->second = busy; // it ends: the next one is another
}

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
