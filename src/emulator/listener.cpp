#include "listener.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace mrctl::emulator {

namespace {

// A short backlog makes a client with many connections wait for repeated SYNs.
constexpr int backlog = 1024;

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;
};

SocketAddress ipv4(const in_addr& host, std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr = host;
  SocketAddress out;
  out.size = sizeof address;
  std::memcpy(&out.storage, &address, sizeof address);
  return out;
}

SocketAddress ipv6(std::uint16_t port) {
  sockaddr_in6 address{};
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  address.sin6_addr = in6addr_loopback;
  SocketAddress out;
  out.size = sizeof address;
  std::memcpy(&out.storage, &address, sizeof address);
  return out;
}

SocketAddress socket_address(const ListenAddress& address) {
  in_addr host{};
  const bool is_four = inet_pton(AF_INET, address.host.c_str(), &host) == 1;
  return is_four ? ipv4(host, address.port) : ipv6(address.port);
}

std::uint16_t bound_port(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&storage), &size);
  sockaddr_in6 six{};
  std::memcpy(&six, &storage, sizeof six);
  return ntohs(six.sin6_port); // at the same place in both families
}

std::string origin_of(const std::string& host, std::uint16_t port) {
  const bool is_six = host.find(':') != std::string::npos;
  return is_six ? fmt::format("http://[{}]:{}", host, port)
                : fmt::format("http://{}:{}", host, port);
}

void switch_on(int socket, int level, int option) {
  const int on = 1;
  ::setsockopt(socket, level, option, &on, sizeof on);
}

Error cannot_listen(const ListenAddress& address, int error) {
  return Error::usage(fmt::format("cannot listen on {}: {}", origin_of(address.host, address.port),
                                  std::strerror(error)),
                      error == EADDRINUSE ? "port 0 picks a free one" : "");
}

} // namespace

Result<Listener> listen_on(const ListenAddress& address) {
  const auto target = socket_address(address);
  const int socket = ::socket(target.storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return fail(cannot_listen(address, errno));
  switch_on(socket, SOL_SOCKET, SO_REUSEADDR);
  switch_on(socket, IPPROTO_TCP, TCP_NODELAY); // accepted sockets inherit it
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&target.storage), target.size) != 0 ||
      ::listen(socket, backlog) != 0) {
    const int error = errno;
    ::close(socket);
    return fail(cannot_listen(address, error));
  }
  return Listener{socket, origin_of(address.host, bound_port(socket))};
}

} // namespace mrctl::emulator
