#pragma once

#include "mrctl/base/secret.hpp"

#include <string>

namespace mrctl {

// A key of the service (specification, section 5), and where it came from.
struct ApiKey {
  Secret secret;
  std::string origin; // "from MRCTL_API_KEY (sk-m…f3a1)"
};

} // namespace mrctl
