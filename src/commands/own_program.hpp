#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Returns the path of this program; empty where the system does not tell.
[[nodiscard]] std::string own_program();

// Returns the path of mrctl-emulator: beside mrctl in a build tree, in libexec where it is
// installed (docs/decisions/0002). Fails with an internal error where it is missing.
[[nodiscard]] Result<std::string> emulator_program();

// Returns the passwords in the URLs of all proxies that may be used, including those of the
// environment, both encoded and decoded, alone and with the user name.
[[nodiscard]] std::vector<Secret> proxy_secrets(const Context& context);

// Fails with a usage error, which shows nothing of it, if the URL of a proxy that may be used has a
// password in which libcurl would see a host.
[[nodiscard]] Status check_proxies(const Context& context);

} // namespace mrctl::commands
