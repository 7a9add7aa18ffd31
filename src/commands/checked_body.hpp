#pragma once

#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"

namespace mrctl::commands {

// Prepares a body for sending: strips it if the settings say so, and checks it according to
// --allow-unknown and --no-validate. Adds the problems, each with its origin.
void complete_body(body::Body& body, const Context& context);

// Builds and checks the body that the command line describes. Fails if it has errors, and under
// --strict if it has warnings; warnings otherwise stay in its `problems`. Fails as well if there is
// nothing to store and the body is to be sent; `hint` overrides the default advice for this case.
[[nodiscard]] Result<body::Body> make_body(const Context& context, const std::string& hint);

} // namespace mrctl::commands
