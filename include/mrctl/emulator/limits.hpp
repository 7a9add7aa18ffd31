#pragma once

#include "mrctl/base/duration.hpp"

#include <cstddef>

namespace mrctl::emulator {

// The limits of the server for one client, in bytes and in time (docs/emulator.md, "Limits").
struct Limits {
  std::size_t connections = 512; // at once; beyond, the one that waits longest makes way
  std::size_t request_line = std::size_t{8} << 10U;
  std::size_t head = std::size_t{64} << 10U; // the request line included
  std::size_t body = std::size_t{64} << 20U;
  std::size_t small_body = std::size_t{1} << 20U; // larger ones take turns
  std::size_t large_bodies = 2;                   // read and answered at the same time
  Duration idle = std::chrono::seconds(60);       // before a request begins
  Duration head_time = std::chrono::seconds(10);
  Duration body_time = std::chrono::seconds(60);
  Duration answer_time = std::chrono::seconds(60); // until the client has taken the answer
};

} // namespace mrctl::emulator
