#include "listener.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace mrctl::emulator {

namespace {

// A short backlog makes a client with many connections wait for repeated SYNs.
constexpr int backlog = 1024;

struct FreeAddresses {
  void operator()(addrinfo* first) const { ::freeaddrinfo(first); }
};

// The host is a numeric address, so no name is looked up.
std::unique_ptr<addrinfo, FreeAddresses> socket_address(const ListenAddress& address) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* first = nullptr;
  const auto port = std::to_string(address.port);
  const int status = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &first);
  return std::unique_ptr<addrinfo, FreeAddresses>(status == 0 ? first : nullptr);
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
  if (!target) return fail(cannot_listen(address, EADDRNOTAVAIL));
  const int socket = ::socket(target->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return fail(cannot_listen(address, errno));
  switch_on(socket, SOL_SOCKET, SO_REUSEADDR);
  switch_on(socket, IPPROTO_TCP, TCP_NODELAY); // accepted sockets inherit it
  if (::bind(socket, target->ai_addr, target->ai_addrlen) != 0 || ::listen(socket, backlog) != 0) {
    const int error = errno;
    ::close(socket);
    return fail(cannot_listen(address, error));
  }
  return Listener{socket, origin_of(address.host, bound_port(socket))};
}

} // namespace mrctl::emulator
