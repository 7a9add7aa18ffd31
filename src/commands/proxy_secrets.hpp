#pragma once

#include "mrctl/commands/context.hpp"

#include <vector>

namespace mrctl::commands {

// Returns the passwords in the URLs of all proxies that may be used, including those of the
// environment, both encoded and decoded, alone and with the user name.
[[nodiscard]] std::vector<Secret> proxy_secrets(const Context& context);

} // namespace mrctl::commands
