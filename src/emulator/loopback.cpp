#include "loopback.hpp"

#include <arpa/inet.h>

namespace mrctl::emulator {

bool is_loopback_address(const std::string& host) {
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24U) == 127;
  in6_addr six{};
  return inet_pton(AF_INET6, host.c_str(), &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

} // namespace mrctl::emulator
