#pragma once

#include "mrctl/emulator/limits.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/service.hpp"

#include "large_bodies.hpp"
#include "open_connections.hpp"

namespace mrctl::emulator {

// What the conversations of one server share.
struct ServerContext {
  Service& service;
  Log log;
  const Limits& limits;
  OpenConnections& connections;
  LargeBodies& large_bodies;
};

// Answers the requests that come over one socket, until it ends.
void converse(int socket, const ServerContext& context);

// Answers the first one with 503, whatever it asks.
void turn_away(int socket, const ServerContext& context);

} // namespace mrctl::emulator
