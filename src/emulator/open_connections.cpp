#include "open_connections.hpp"

#include <algorithm>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace mrctl::emulator {

OpenConnections::~OpenConnections() {
  close_for_reading();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_since_.empty(); });
}

void OpenConnections::take(int socket) {
  std::unique_lock lock(mutex_);
  while (waiting_since_.size() >= most_ && !is_closing_) {
    end_longest_waiting();
    changed_.wait(lock);
  }
  waiting_since_[socket] = busy;
  if (is_closing_) ::shutdown(socket, SHUT_RD);
  std::thread([this, socket] {
    serve_(socket);
    leave(socket);
  }).detach();
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
  changed_.notify_all();
}

void OpenConnections::mark(int socket, Clock::time_point since) {
  const std::lock_guard lock(mutex_);
  waiting_since_[socket] = since;
  if (since == busy && making_way_ == socket) making_way_.reset(); // a request came first
  changed_.notify_all();
}

// Closing with the lock held: before, its number could be given to another connection.
void OpenConnections::leave(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_since_.erase(socket);
  if (making_way_ == socket) making_way_.reset();
  ::close(socket);
  changed_.notify_all();
}

// One at a time: each gives a place to one.
void OpenConnections::end_longest_waiting() {
  if (making_way_) return;
  const auto longest = std::min_element(
      waiting_since_.begin(), waiting_since_.end(),
      [](const auto& one, const auto& other) { return one.second < other.second; });
  if (longest == waiting_since_.end() || longest->second == busy) return;
  ::shutdown(longest->first, SHUT_RD);
  making_way_ = longest->first;
}

} // namespace mrctl::emulator
