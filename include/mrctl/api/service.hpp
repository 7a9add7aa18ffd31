#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/base/secret.hpp"
#include "mrctl/http/transport.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::api {

struct Key {
  Secret secret;
  std::string origin; // "from MRCTL_API_KEY (sk-m…f3a1)"
};

// The address of the service, the key, and the transport.
struct Service {
  std::string base_url; // as checked_base_url() returns it
  std::optional<Key> key;
  http::Transport* transport = nullptr; // not owned; may be null if requests are only built
};

// Returns the base URL without trailing slashes (specification, section 9). Fails with a usage
// error if it is not http or https, or has no host, or has a query, a fragment or user information.
[[nodiscard]] Result<std::string> checked_base_url(std::string_view text);

} // namespace mrctl::api
