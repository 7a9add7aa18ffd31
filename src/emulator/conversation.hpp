#pragma once

#include "mrctl/emulator/limits.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/service.hpp"

#include "large_bodies.hpp"
#include "open_sockets.hpp"

namespace mrctl::emulator {

// What the conversations of one server share.
struct Desk {
  Service& service;
  Log log;
  const Limits& limits;
  OpenSockets& sockets;
  LargeBodies& large_bodies;
};

// Answers the requests that come over one socket, until it ends, and closes it.
void converse(int socket, const Desk& desk);

} // namespace mrctl::emulator
