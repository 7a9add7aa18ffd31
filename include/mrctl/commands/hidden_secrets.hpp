#pragma once

#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

// Returns problems without secrets in what they quote of files and values, hidden as in traces: the
// secrets of the run, what looks like a key, values of sensitive headers, and user information in
// URLs.
[[nodiscard]] Problems without_secrets(Problems problems, const Context& context);

} // namespace mrctl::commands
