#pragma once

#include "mrctl/http/message.hpp"

#include <string>

namespace mrctl::emulator {

// One request as it arrives: `target` is the path with the prefix /api/v1, percent-encoded, and
// possibly a query.
struct Request {
  std::string method;
  std::string target;
  http::Headers headers;
  std::string body;
};

} // namespace mrctl::emulator
