#include "connection.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr int no_limit = -1;

bool wait_for(int socket, short events, int milliseconds) {
  pollfd place{socket, events, 0};
  int count = 0;
  do {
    count = ::poll(&place, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  return count > 0;
}

// The other side has gone, or the server ends.
bool wait_for_hangup(int socket, int milliseconds) {
  return wait_for(socket, POLLRDHUP, milliseconds);
}

// With this, close() answers what is under way with a reset instead of an orderly end.
void make_close_reset(int socket) {
  const linger at_once{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

ssize_t receive(int socket, char* target, std::size_t size) {
  ssize_t count = 0;
  do {
    count = ::recv(socket, target, size, 0);
  } while (count < 0 && errno == EINTR);
  return count;
}

} // namespace

Connection::~Connection() {
  if (ending_ == Ending::reset)
    make_close_reset(socket_);
  else
    ::shutdown(socket_, SHUT_RDWR);
  ::close(socket_);
}

bool Connection::awaits_request(Duration limit) const {
  if (begin_ < end_) return true;
  return ending_ == Ending::answer && wait_for(socket_, POLLIN, static_cast<int>(limit.count()));
}

void Connection::plan(Ending ending, Duration delay) {
  ending_ = ending;
  delay_ = delay;
}

bool Connection::is_readable() const {
  return begin_ < end_ || wait_for(socket_, POLLIN, no_limit);
}

bool Connection::is_writable() const {
  return wait_for(socket_, POLLOUT, no_limit);
}

ssize_t Connection::read(char* target, std::size_t size) {
  if (begin_ == end_) {
    if (size >= buffer_.size()) return receive(socket_, target, size);
    const auto count = receive(socket_, buffer_.data(), buffer_.size());
    if (count <= 0) return count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
  }
  const auto taken = std::min(size, end_ - begin_);
  std::memcpy(target, buffer_.data() + begin_, taken);
  begin_ += taken;
  return static_cast<ssize_t>(taken);
}

ssize_t Connection::write(const char* text, std::size_t size) {
  if (const auto delay = std::exchange(delay_, Duration{0}); delay.count() > 0)
    wait_for_hangup(socket_, static_cast<int>(delay.count()));
  if (ending_ == Ending::hang) wait_for_hangup(socket_, no_limit);
  if (ending_ == Ending::hang || ending_ == Ending::reset) return -1;
  std::size_t sent = 0;
  while (sent < size) {
    const auto count = ::send(socket_, text + sent, size - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return -1;
    sent += static_cast<std::size_t>(count);
  }
  return static_cast<ssize_t>(size);
}

// Only httplib's request object asks, and nobody asks that.
void Connection::get_remote_ip_and_port(std::string& /*ip*/, int& /*port*/) const {}
void Connection::get_local_ip_and_port(std::string& /*ip*/, int& /*port*/) const {}

} // namespace mrctl::emulator
