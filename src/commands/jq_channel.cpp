#include "jq_channel.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace mrctl::commands {

namespace {

// A code, and the length of the text that follows.
using Head = std::array<char, 1 + sizeof(std::uint64_t)>;

bool write_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

bool read_all(int socket, char* bytes, std::size_t size) {
  while (size > 0) {
    const auto count = ::recv(socket, bytes, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<JqMessage> read_message(int socket) {
  Head head{};
  if (!read_all(socket, head.data(), head.size())) return std::nullopt;
  std::uint64_t size = 0;
  std::memcpy(&size, &head[1], sizeof size);
  JqMessage message{static_cast<JqWord>(head.front()), std::string(size, '\0')};
  if (!read_all(socket, message.text.data(), size)) return std::nullopt;
  return message;
}

} // namespace

JqChannel::JqChannel(JqChannel&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}

JqChannel::~JqChannel() {
  if (socket_ >= 0) ::close(socket_);
}

bool JqChannel::send(JqWord word, std::string_view text) const {
  Head head{static_cast<char>(word)};
  const std::uint64_t size = text.size();
  std::memcpy(&head[1], &size, sizeof size);
  if (write_all(socket_, {head.data(), head.size()}) && write_all(socket_, text)) return true;
  end();
  return false;
}

std::optional<JqMessage> JqChannel::receive() const {
  auto message = read_message(socket_);
  if (!message) end();
  return message;
}

void JqChannel::end() const {
  ::shutdown(socket_, SHUT_RDWR);
}

} // namespace mrctl::commands
