#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/http/transport.hpp"

#include <optional>
#include <string>

namespace mrctl::api {

struct Key {
  Secret secret;
  std::string origin; // "from MRCTL_API_KEY (sk-m…f3a1)"
};

// The address of the service, the key, and the transport.
struct Service {
  std::string base_url; // one that host_of() accepts, without a slash at its end
  std::optional<Key> key{};
  http::Transport* transport = nullptr; // not owned; may be null if requests are only built
};

} // namespace mrctl::api
