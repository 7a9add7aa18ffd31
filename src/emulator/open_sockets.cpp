#include "open_sockets.hpp"

#include <algorithm>
#include <sys/socket.h>

namespace mrctl::emulator {

void OpenSockets::add(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_since_[socket] = busy;
  if (is_closing_) ::shutdown(socket, SHUT_RD);
}

void OpenSockets::remove(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_since_.erase(socket);
}

void OpenSockets::mark_waiting(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_since_[socket] = Clock::now();
}

void OpenSockets::mark_busy(int socket) {
  const std::lock_guard lock(mutex_);
  waiting_since_[socket] = busy;
}

void OpenSockets::make_room() {
  const std::lock_guard lock(mutex_);
  const auto longest = std::min_element(
      waiting_since_.begin(), waiting_since_.end(),
      [](const auto& one, const auto& other) { return one.second < other.second; });
  if (longest == waiting_since_.end() || longest->second == busy) return;
  ::shutdown(longest->first, SHUT_RD);
  longest->second = busy; // it ends: the next one is another
}

void OpenSockets::close_for_reading() {
  const std::lock_guard lock(mutex_);
  is_closing_ = true;
  for (const auto& [socket, since] : waiting_since_)
    ::shutdown(socket, SHUT_RD);
}

} // namespace mrctl::emulator
