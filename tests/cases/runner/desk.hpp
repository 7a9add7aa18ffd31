#pragma once

#include "mrctl/emulator/service.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <memory>
#include <string>

namespace mrctl::cases {

// An emulator in process, and what reached it last.
struct Desk {
  emulator::Service service;
  std::string last_body;
};

// Returns a transport that hands requests to the desk instead of a network.
[[nodiscard]] std::unique_ptr<http::Transport> transport_to(Desk& desk);

} // namespace mrctl::cases
