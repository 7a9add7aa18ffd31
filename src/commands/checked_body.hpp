#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/request/body.hpp"

namespace mrctl::commands {

// Checks a body as the flags --allow-unknown and --no-validate say, and says of each problem where
// it comes from.
void check_body(request::Body& body, const Context& context);

// Builds and checks the body that the command line describes. Fails where it has errors, and under
// --strict where it has warnings; warnings otherwise stay in its `problems`.
[[nodiscard]] Result<request::Body> make_body(const Context& context);

} // namespace mrctl::commands
