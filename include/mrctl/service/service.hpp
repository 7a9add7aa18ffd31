#pragma once

#include "mrctl/base/api_key.hpp"
#include "mrctl/http/transport.hpp"

#include <optional>
#include <string>

namespace mrctl::service {

// The address of the service, the key, and the transport.
struct Service {
  std::string base_url; // one that host_of() accepts, without a slash at its end
  std::optional<ApiKey> key{};
  http::Transport* transport = nullptr; // not owned; may be null if requests are only built
};

} // namespace mrctl::service
