#pragma once

#include "mrctl/request/body.hpp"
#include "mrctl/session/context.hpp"

namespace mrctl::commands {

// Prepares a body for sending: strips it if the settings say so, and checks it according to
// --allow-unknown and --no-validate. Adds the problems, each with its origin.
void complete_body(request::Body& body, const session::Context& context);

// Builds and checks the body that the command line describes. Fails if it has errors, and under
// --strict if it has warnings; warnings otherwise stay in its `problems`. Fails as well if there is
// nothing to store and the body is to be sent; `hint` overrides the default advice for this case.
[[nodiscard]] Result<request::Body> make_body(const session::Context& context,
                                              const std::string& hint);

} // namespace mrctl::commands
