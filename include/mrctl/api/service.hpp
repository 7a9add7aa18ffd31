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

// Where the service is, who asks, and through what.
struct Service {
  std::string base_url; // one that host_of() accepts, without a slash at its end
  std::optional<Key> key;
  http::Transport* transport = nullptr; // not owned; what only builds requests needs none
};

} // namespace mrctl::api
