#include "connection.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace mrctl::emulator {

namespace {

bool poll_for(int socket, short events, int milliseconds) {
  pollfd place{socket, events, 0};
  int count = 0;
  do {
    count = ::poll(&place, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  return count > 0;
}

int whole_milliseconds(Duration time) {
  constexpr Duration longest(std::numeric_limits<int>::max());
  return static_cast<int>(std::clamp(time, Duration{0}, longest).count());
}

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

} // namespace

void Connection::set_time_limit(Duration limit) {
  deadline_ = std::chrono::steady_clock::now() + limit;
}

std::optional<std::size_t> Connection::read(std::span<char> target) {
  for (;;) {
    const auto count = ::recv(socket_, target.data(), target.size(), MSG_DONTWAIT);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (!would_block()) return 0;
    if (!wait_for(POLLIN)) return std::nullopt;
  }
}

bool Connection::send(std::string_view text) const {
  while (!text.empty()) {
    const auto count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (!would_block() || !wait_for(POLLOUT))
      return false;
  }
  return true;
}

void Connection::pause(Duration time) const {
  poll_for(socket_, POLLRDHUP, whole_milliseconds(time));
}

void Connection::reset() const {
  const ::linger at_once{1, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void Connection::linger(Duration time) {
  ::shutdown(socket_, SHUT_WR);
  set_time_limit(time);
  std::array<char, 16384> forgotten;
  while (std::chrono::steady_clock::now() < deadline_ && read(forgotten).value_or(0) > 0) {
  }
}

bool Connection::wait_for(short events) const {
  const auto left = deadline_ - std::chrono::steady_clock::now();
  return poll_for(socket_, events, whole_milliseconds(std::chrono::ceil<Duration>(left)));
}

OpenConnections::~OpenConnections() {
  close_for_reading();
  std::unique_lock lock(mutex_);
  left_.wait(lock, [this] { return sockets_.empty(); });
}

void OpenConnections::take(int socket) {
  std::unique_lock lock(mutex_);
  left_.wait(lock, [this] { return sockets_.size() < most_ || is_closing_; });
  sockets_.insert(socket);
  if (is_closing_) ::shutdown(socket, SHUT_RD);
  try {
    std::thread([this, socket] {
      serve_(socket);
      const std::lock_guard served(mutex_);
      leave(socket);
    }).detach();
  } catch (const std::system_error&) {
    leave(socket);
  }
}

void OpenConnections::close_for_reading() {
  const std::lock_guard lock(mutex_);
  is_closing_ = true;
  for (const int socket : sockets_)
    ::shutdown(socket, SHUT_RD);
  left_.notify_all();
}

void OpenConnections::leave(int socket) {
  sockets_.erase(socket);
  ::close(socket); // its number is free from here on
  left_.notify_all();
}

} // namespace mrctl::emulator
