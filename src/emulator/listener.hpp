#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/emulator/options.hpp"

#include <string>

namespace mrctl::emulator {

// A bound and listening socket, and where it can be reached: "http://127.0.0.1:8787".
struct Listener {
  int socket;
  std::string origin;
};

// Fails with a usage error if the address is taken or not available.
[[nodiscard]] Result<Listener> listen_on(const ListenAddress& address);

} // namespace mrctl::emulator
