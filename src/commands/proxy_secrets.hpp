#pragma once

#include "mrctl/commands/context.hpp"

#include <vector>

namespace mrctl::commands {

// Returns the passwords in the URLs of the proxies that may be gone through, those of the
// environment included, as they are written and as they are meant, and each with its user name.
[[nodiscard]] std::vector<Secret> proxy_secrets(const Context& context);

} // namespace mrctl::commands
